import type { z } from 'zod'
import type { QueryOf, ReplyOf } from '#contract/api.ts'
import type { brapiUnit } from '#contract/brapi.ts'
import type { MultiPolygon } from '#domain/trials.ts'
import type { Actor } from '../../actor.ts'
import type { Trial } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { loadTrial, newestPlots, type PlotRow, plotsOf, readPlotRows } from '../trials/queries.ts'
import { areEntries, entriesIn, unitOfEntry } from './entries.ts'
import { entryTypeOf, germplasmOf, REFERENCE_SOURCE, unitIdOf, unitMatches } from './ids.ts'
import { LEVELS, levelOf } from './levels.ts'
import { boundsOf, pageOf, pageOfAll } from './page.ts'

type Unit = z.output<typeof brapiUnit>

/** The plots of the newest version as observation units, in their order; of the level of entries, their genotypes. */
export async function brapiObservationUnits(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { studyDbId, page, pageSize, ...filter }: QueryOf<'brapiObservationUnits'>,
): Promise<ReplyOf<'brapiObservationUnits'>> {
  const paging = { page, pageSize }
  const trial = await loadTrial(db, actor, studyDbId)
  const newest = await newestPlots(db, trial.id)
  if (!newest) return pageOf([], paging, 0)
  const of = { trialId: trial.id, version: newest.version }
  if (areEntries(filter)) {
    const entries = entriesIn(await readPlotRows(db, of), trial.id, filter)
    return pageOfAll(
      entries.map((entry) => unitOfEntry(trial, entry)),
      paging,
    )
  }
  const found = plotsOf(db, of).where(unitMatches(trial.id, filter))
  const [from] = boundsOf(paging)
  const { total } = await found
    .clearOrderBy()
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const plots = await found
    .select(['plotId', 'attributes', (row) => row.fn.coalesce('lonLat', 'geometry').as('outline')])
    .offset(from)
    .limit(paging.pageSize)
    .execute()
  return pageOf(
    plots.map((plot) => unitOf(trial, plot, plot.outline)),
    paging,
    total,
  )
}

/** From the field down to the plot. */
export async function brapiObservationLevels(
  paging: QueryOf<'brapiObservationLevels'>,
): Promise<ReplyOf<'brapiObservationLevels'>> {
  return pageOfAll(
    LEVELS.map((levelName, levelOrder) => ({ levelName, levelOrder })),
    paging,
  )
}

function unitOf(trial: Trial, plot: PlotRow, outline: MultiPolygon): Unit {
  const { plotId, attributes } = plot
  const { genotype, rep, block, row, column, treatment, barcode } = attributes
  const id = unitIdOf(trial.id, plot)
  const entryType = entryTypeOf(attributes)
  return {
    observationUnitDbId: id,
    observationUnitName: plotId,
    observationUnitPUI: barcode ?? id,
    studyDbId: trial.id,
    studyName: trial.name,
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
