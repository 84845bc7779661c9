import type { QueryOf, ReplyOf } from '#contract/api.ts'
import { AppError } from '#domain/errors.ts'
import type { MultiPolygon, Plot } from '#domain/trials.ts'
import { geometryOf } from '#imagery/geojson/write-geometry.ts'
import type { Actor } from '../../../actor.ts'
import type { Deps } from '../../../deps.ts'
import { loadTrial } from '../queries.ts'

/** A version of the plots as GeoJSON; the newest when none is named. */
export async function getPlots(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { trialId, version, coordinates }: QueryOf<'getPlots'>,
): Promise<ReplyOf<'getPlots'>['data']> {
  await loadTrial(db, actor, trialId)
  let versions = db.selectFrom('trialPlots').selectAll().where('trialId', '=', trialId)
  if (version !== undefined) versions = versions.where('version', '=', version)
  const found = await versions.orderBy('version', 'desc').limit(1).executeTakeFirst()
  if (!found)
    throw new AppError(
      'not-found',
      version === undefined ? 'This trial has no plots yet' : 'This version does not exist',
    )
  const { layout } = found
  const { epsg } = found.crs
  if (coordinates === 'saved' && epsg !== null) {
    const features = found.plots.map((plot) => featureOf(plot, plot.geometry))
    const crs = { type: 'name', properties: { name: `urn:ogc:def:crs:EPSG::${epsg}` } }
    return { version: found.version, epsg, layout, geojson: { type: 'FeatureCollection', crs, features } }
  }
  const features = found.plots.map((plot, at) => featureOf(plot, found.lonLats?.[at] ?? plot.geometry))
  return { version: found.version, epsg, layout, geojson: { type: 'FeatureCollection', bbox: found.bounds, features } }
}

const featureOf = ({ number, plotId, attributes }: Plot, geometry: MultiPolygon) => ({
  type: 'Feature',
  id: number,
  properties: { plotId, number, ...attributes },
  geometry: geometryOf(geometry),
})
