import type { QueryOf, ReplyOf } from '#contract/api.ts'
import { AppError } from '#domain/errors.ts'
import type { Plot } from '#domain/trials.ts'
import { geometryOf } from '#imagery/geojson/write-geometry.ts'
import type { Actor } from '../../../actor.ts'
import type { Deps } from '../../../deps.ts'
import { type ListReply, ROWS } from '../../../table-reply.ts'
import { loadTrial, type PlotsVersion, plotsOf } from '../queries.ts'

/** A few milliseconds of work: the bytes of another's upload wait for their turn between two of them. */
const BATCH = 100

/** A version of the plots as GeoJSON; the newest when none is named. */
export async function getPlots(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { trialId, version, coordinates }: QueryOf<'getPlots'>,
): Promise<ListReply<ReplyOf<'getPlots'>>> {
  await loadTrial(db, actor, trialId)
  let versions = db.selectFrom('trialPlots').selectAll().where('trialId', '=', trialId)
  if (version !== undefined) versions = versions.where('version', '=', version)
  const found = await versions.orderBy('version', 'desc').limit(1).executeTakeFirst()
  if (!found)
    throw new AppError(
      'not-found',
      version === undefined ? 'This trial has no plots yet' : 'This version does not exist',
    )
  const { layout, bounds } = found
  const { epsg } = found.crs
  const asSaved = coordinates === 'saved' && epsg !== null
  const about = asSaved
    ? { crs: { type: 'name', properties: { name: `urn:ogc:def:crs:EPSG::${epsg}` } } }
    : { bbox: bounds }
  const geojson = { type: 'FeatureCollection', ...about, features: [ROWS] }
  return {
    head: { data: { version: found.version, epsg, layout, geojson } },
    rows: featuresOf(db, { trialId, version: found.version }, asSaved),
  }
}

async function* featuresOf(db: Deps['db'], of: PlotsVersion, asSaved: boolean): AsyncGenerator<object[]> {
  for (let from = 0; ; from += BATCH) {
    const plots = await plotsOf(db, of)
      .where('place', '>=', from)
      .where('place', '<', from + BATCH)
      .select(['number', 'plotId', 'attributes'])
      .select((plot) => (asSaved ? plot.ref('geometry') : plot.fn.coalesce('lonLat', 'geometry')).as('geometry'))
      .execute()
    if (plots.length === 0) return
    yield plots.map(featureOf)
  }
}

const featureOf = ({ number, plotId, attributes, geometry }: Plot) => ({
  type: 'Feature',
  id: number,
  properties: { plotId, number, ...attributes },
  geometry: geometryOf(geometry),
})
