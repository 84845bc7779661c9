import type { WrittenUnit } from '#contract/brapi/writing.ts'
import { AppError, type FieldError } from '#domain/errors.ts'
import type { MultiPolygon, Plot } from '#domain/trials.ts'
import type { Actor } from '../../../actor.ts'
import { savePlots } from '../../trials/plots/save-plots.ts'
import { loadTrial, newestPlots, plotsOf } from '../../trials/queries.ts'
import { type BrapiDeps, listFor } from '../answer.ts'
import { unitIdOf } from '../ids.ts'
import { observationUnits } from '../observation-units.ts'
import { refuse } from './scores.ts'

type UnitDeps = BrapiDeps & Parameters<typeof savePlots>[0]

/** New plots of studies, as a new version of their plots. Those of the same name are there already, and stay as they are. */
export async function makeUnits(
  deps: UnitDeps,
  actor: Actor,
  { written, signal }: { written: WrittenUnit[]; signal: AbortSignal },
) {
  refuse(written.flatMap(whyNoOutline))
  for (const [trialId, units] of Map.groupBy(written, (unit) => unit.studyDbId))
    await addPlots(deps, actor, { trialId, units, signal })
  const ids = written.map((unit) => unitIdOf(unit.studyDbId, { plotId: unit.observationUnitName }))
  const paging = { page: 0, pageSize: ids.length }
  return listFor(
    observationUnits,
    { deps, caller: actor },
    { wanted: { observationUnitDbId: ids }, paging, unknown: [] },
  )
}

const OUTLINES = ['Polygon', 'MultiPolygon']

function whyNoOutline(
  { observationUnitName: name, observationUnitPosition }: WrittenUnit,
  index: number,
): FieldError[] {
  const geometry = observationUnitPosition?.geoCoordinates?.geometry
  if (geometry && OUTLINES.includes(geometry.type)) return []
  const message = `Plot ${name} has no outline: send geoCoordinates with a Polygon in WGS84, or draw the plots in the trial and tie this table to them there`
  return [{ field: `${index}.observationUnitPosition.geoCoordinates`, message }]
}

type Added = { trialId: string; units: WrittenUnit[]; signal: AbortSignal }

async function addPlots(deps: UnitDeps, actor: Actor, { trialId, units, signal }: Added): Promise<void> {
  await loadTrial(deps.db, actor, trialId)
  const newest = await newestPlots(deps.db, trialId)
  const there = newest ? await readThere(deps, { trialId, version: newest.version }) : []
  const names = new Set(there.map(({ plotId }) => plotId))
  const added = units.filter(({ observationUnitName: name }) => !names.has(name))
  if (added.length === 0) return
  const features = [...there.map(featureOf), ...added.map(newFeature)]
  const geojson = { type: 'FeatureCollection', features }
  const body = JSON.stringify({ trialId, geojson, plotIdProperty: 'plot_id', seen: newest?.version ?? 0 })
  await savePlots(deps, actor, { body: Buffer.from(body), signal })
}

type There = Pick<Plot, 'plotId' | 'attributes'> & { outline: MultiPolygon }

/** @throws AppError 'conflict' when they are in another coordinate system: their outlines would be moved a little. */
async function readThere({ db }: BrapiDeps, of: { trialId: string; version: number }): Promise<There[]> {
  const rows = await plotsOf(db, of).select(['plotId', 'attributes', 'geometry as outline', 'lonLat']).execute()
  if (rows.every(({ lonLat }) => lonLat === null)) return rows
  throw new AppError(
    'conflict',
    'The plots of this study were drawn or imported in another coordinate system. Add plots there',
  )
}

export const featureOf = ({ plotId, attributes, outline }: There) => {
  const { entryType: entry_type, plantingDate: planting_date, ...others } = attributes
  const properties = { plot_id: plotId, ...others, entry_type, planting_date }
  return { type: 'Feature', properties, geometry: { type: 'MultiPolygon', coordinates: outline } }
}

function newFeature({ observationUnitName, germplasmName, germplasmDbId, observationUnitPosition }: WrittenUnit) {
  const { entryType, geoCoordinates, observationLevelRelationships, ...place } = observationUnitPosition ?? {}
  const codes = new Map((observationLevelRelationships ?? []).map(({ levelName, levelCode }) => [levelName, levelCode]))
  const properties = {
    plot_id: observationUnitName,
    genotype: germplasmName ?? germplasmDbId,
    rep: codes.get('rep'),
    block: codes.get('block'),
    ...placeOf(place),
    entry_type: entryType,
  }
  return { type: 'Feature', properties, geometry: geoCoordinates?.geometry }
}

type Place = Omit<NonNullable<WrittenUnit['observationUnitPosition']>, 'entryType' | 'geoCoordinates'>

/** The types say which of the two is the row; without them X is the column, as in what we send. */
function placeOf({ positionCoordinateX: x, positionCoordinateXType: type, positionCoordinateY: y }: Place) {
  const isTurned = type?.endsWith('ROW')
  return { row: isTurned ? x : y, column: isTurned ? y : x }
}
