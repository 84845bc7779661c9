import type { z } from 'zod'
import type { QueryOf, ReplyOf } from '#contract/api.ts'
import type { brapiUnit } from '#contract/brapi.ts'
import type { MultiPolygon } from '#domain/trials.ts'
import type { Actor } from '../../actor.ts'
import type { Trial } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { loadTrial, newestPlots, type PlotRow, readPlotRows } from '../trials/queries.ts'
import { areEntries, entriesIn, unitOfEntry } from './entries.ts'
import { entryTypeOf, germplasmOf, REFERENCE_SOURCE, unitIdOf, unitsIn } from './ids.ts'
import { LEVELS, levelOf } from './levels.ts'
import { boundsOf, pageOf, pageOfAll } from './page.ts'
import { readOutlines } from './read-outlines.ts'

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
  const plots = await readPlotRows(db, of)
  if (areEntries(filter)) {
    const entries = entriesIn(plots, trial.id, filter)
    return pageOfAll(
      entries.map((entry) => unitOfEntry(trial, entry)),
      paging,
    )
  }
  const places = unitsIn(plots, trial.id, filter)
  const shown = places.slice(...boundsOf(paging))
  const first = shown[0] ?? 0
  const outlines = await readOutlines(db, of, [first, (shown.at(-1) ?? -1) + 1])
  const units = shown.flatMap((at) => {
    const plot = plots[at]
    return plot ? [unitOf(trial, plot, outlines[at - first])] : []
  })
  return pageOf(units, paging, places.length)
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

function unitOf(trial: Trial, plot: PlotRow, outline: MultiPolygon | undefined): Unit {
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
      ...(outline && { geoCoordinates: featureOf(outline) }),
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
