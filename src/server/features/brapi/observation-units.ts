import type { z } from 'zod'
import type { brapiUnit } from '#contract/brapi/rows.ts'
import type { MultiPolygon } from '#domain/trials.ts'
import type { Actor } from '../../actor.ts'
import type { Trial } from '../../adapters/db/schema.ts'
import { newestPlots, type PlotRow, readPlotRows } from '../trials/queries.ts'
import type { BrapiDeps, Lister } from './answer.ts'
import type { Wanted } from './asked.ts'
import { embeddedObservations } from './embedded-observations.ts'
import { areEntries, arePlots, entriesIn, studyOfUnit, unitOfEntry } from './entries.ts'
import { entryTypeOf, germplasmOf, REFERENCE_SOURCE, UNIT_CHOICES, unitIdOf, unitMatches } from './ids.ts'
import { LEVELS, levelOf } from './levels.ts'
import { type Part, pageOfAll, pageOfParts, partOfQuery } from './page.ts'
import {
  GROUPS_OF_STUDY,
  isNewestVersion,
  STUDY_CHOICES,
  type StudyGroups,
  studiesFor,
  visibleStudies,
  withStudiesOfUnits,
} from './visible-studies.ts'

type Unit = z.output<typeof brapiUnit>

/** The plots of the newest version as observation units, in their order; of the level of entries, their genotypes. */
export const observationUnits: Lister<Unit> = {
  noun: 'observationunits',
  chooses: [...STUDY_CHOICES, ...UNIT_CHOICES, 'includeObservations'],
  async list({ db }, actor, { wanted, paging }) {
    const [hasPlots, hasEntries] = [arePlots(wanted), areEntries(wanted)]
    const parts = [
      ...(hasPlots ? [await plotUnits({ db }, actor, wanted)] : []),
      ...(hasEntries ? await entryUnits({ db }, actor, wanted) : []),
    ]
    if (!wanted['includeObservations']?.includes('true')) return pageOfParts(parts, paging)
    const warnings = hasEntries ? [NO_MEANS] : []
    if (!hasPlots) return { ...(await pageOfParts(parts, paging)), warnings }
    const { plotsAtOnce, addTo } = await embeddedObservations({ db }, actor, wanted)
    const pageSize = Math.min(paging.pageSize, plotsAtOnce)
    const { rows, total } = await pageOfParts(parts, { ...paging, pageSize })
    return { rows: await addTo(rows), total, pageSize, warnings }
  },
}

const NO_MEANS = 'Entries come without observations: GET /observations computes their means'

async function plotUnits({ db }: Pick<BrapiDeps, 'db'>, actor: Actor, wanted: Wanted): Promise<Part<Unit>> {
  // A genotype is asked for of the plot, too.
  const studies = visibleStudies(db, actor, withStudiesOfUnits(wanted))
  const found = db
    .selectFrom('plots')
    .innerJoin(
      studies.select(['trials.id', 'trials.name', 'trials.createdAt', ...GROUPS_OF_STUDY]).as('study'),
      'study.id',
      'plots.trialId',
    )
    .where(isNewestVersion)
    .where(unitMatches(wanted))
    .select(['study.id', 'study.name', 'programDbId', 'programName', 'trialDbId', 'trialName'])
    .select(['plotId', 'attributes'])
    .select((row) => row.fn.coalesce('lonLat', 'geometry').as('outline'))
    .orderBy('study.createdAt', 'desc')
    .orderBy('study.id')
    .orderBy('place')
  return partOfQuery(db, found, (rows) => rows.map(({ outline, ...plot }) => unitOf(plot, plot, outline)))
}

/** Study by study. */
async function entryUnits({ db }: Pick<BrapiDeps, 'db'>, actor: Actor, wanted: Wanted): Promise<Part<Unit>[]> {
  const parts: Part<Unit>[] = []
  for (const trial of await studiesFor(db, actor, withStudiesOfUnits(wanted))) {
    const newest = await newestPlots(db, trial.id)
    if (!newest) continue
    const plots = await readPlotRows(db, { trialId: trial.id, version: newest.version })
    const entries = entriesIn(plots, trial.id, wanted)
    parts.push({
      count: entries.length,
      read: async (from, limit) => entries.slice(from, from + limit).map((entry) => unitOfEntry(trial, entry)),
    })
  }
  return parts
}

/** From the field down to the plot; the same in all studies. */
export const levels: Lister<{ levelName: string; levelOrder: number }> = {
  noun: 'observationlevels',
  chooses: ['programDbId', 'trialDbId', 'studyDbId'],
  list: async (_deps, _actor, { paging }) =>
    pageOfAll(
      LEVELS.map((levelName, levelOrder) => ({ levelName, levelOrder })),
      paging,
    ),
}

function unitOf(trial: Pick<Trial, 'id' | 'name'> & StudyGroups, plot: PlotRow, outline: MultiPolygon): Unit {
  const { plotId, attributes } = plot
  const { genotype, rep, block, row, column, treatment, barcode } = attributes
  const id = unitIdOf(trial.id, plot)
  const entryType = entryTypeOf(attributes)
  return {
    observationUnitDbId: id,
    observationUnitName: plotId,
    observationUnitPUI: barcode ?? id,
    ...studyOfUnit(trial),
    ...germplasmOf(plot),
    observationUnitPosition: {
      observationLevel: levelOf('plot', plotId),
      observationLevelRelationships: [
        levelOf('field', trial.id),
        ...(genotype === undefined ? [] : [levelOf('entry', genotype)]),
        ...(rep === undefined ? [] : [levelOf('rep', rep)]),
        ...(block === undefined ? [] : [levelOf('block', block)]),
        levelOf('plot', plotId),
      ],
      ...(entryType && { entryType }),
      ...(column !== undefined && { positionCoordinateX: column, positionCoordinateXType: 'GRID_COL' as const }),
      ...(row !== undefined && { positionCoordinateY: row, positionCoordinateYType: 'GRID_ROW' as const }),
      geoCoordinates: featureOf(outline),
    },
    treatments: treatment === undefined ? [] : [{ factor: 'treatment', modality: treatment }],
    additionalInfo: attributes.entry === undefined ? {} : { entry: attributes.entry },
    externalReferences: [{ referenceId: id, referenceSource: REFERENCE_SOURCE }],
  }
}

/** BrAPI knows points and polygons: of several polygons, the first one. */
const featureOf = ([polygon = []]: MultiPolygon) => ({
  type: 'Feature' as const,
  geometry: { type: 'Polygon', coordinates: polygon },
})
