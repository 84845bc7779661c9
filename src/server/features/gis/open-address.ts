import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../actor.ts'
import type { Trial } from '../../adapters/db/schema.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { signViewUrl } from '../maps/present-map.ts'
import { exportFile } from '../trials/exports/export-file.ts'
import { newestDoneMeasurement } from '../trials/measuring/newest-done.ts'
import { loadTrial, newestPlots } from '../trials/queries.ts'
import { addressesOf } from './addresses.ts'
import { qgisLayers } from './qgis-layers.ts'
import { stacCollection, stacItem } from './stac.ts'
import { lookOf } from './tiles/map-looks.ts'
import { beingPrepared, openTile } from './tiles/open-tile.ts'
import { tileJson, tilesOfIndex } from './tiles/tile-json.ts'
import { readTilePath, type TilePath } from './tiles/tile-path.ts'
import { layersOfTrial, type TrialLayer } from './trial-layers.ts'

export type GisDeps = Pick<Deps, 'db' | 'compute' | 'keys' | 'now' | 'signedUrlMs' | 'storage'> &
  WithConfig<'publicUrl'>

/** A file, or where it lies. */
export type Opened =
  | { url: string }
  | { type: string; text: string }
  | { type: string; chunks: AsyncIterable<Uint8Array> }
  /** Made when it is read. */
  | { type: string; etag: string; read: () => Promise<Uint8Array> }

const notThere = (): AppError => new AppError('not-found', 'There is nothing at this address')

/** What an address of a trial shows to the person of its token. `path` is what follows the key. */
export async function openAddress(
  deps: GisDeps,
  actor: Actor,
  { trialId, path, signal }: { trialId: string; path: string; signal: AbortSignal },
): Promise<Opened> {
  const trial = await loadTrial(deps.db, actor, trialId)
  const [, fileId] = /^maps\/([\w-]{1,64})\/[^/]*\.tif$/.exec(path) ?? []
  if (fileId !== undefined) return openMap(deps, actor, { trial, fileId })
  if (path === 'plots.geojson') return openPlots(deps, trial, 'geojson')
  if (path === 'codebook.csv') return openPlots(deps, trial, 'codebook')
  if (path === 'means.csv') return openPlots(deps, trial, 'means')
  const layers = await layersOfTrial(deps, actor, trial)
  const ofTiles = readTilePath(path)
  if (ofTiles) return openTiles(deps, actor, { ...ofTiles, trial, layers, signal })
  const tokenId = actor.token?.tokenId ?? ''
  const of = { trial, layers, addresses: addressesOf(deps, { tokenId, trial, layers }) }
  if (path === 'trial.qlr')
    return { type: 'application/x-qgis-layer-definition; charset=utf-8', text: await qgisLayers(deps, of) }
  if (path === 'stac.json') return { type: 'application/json; charset=utf-8', text: JSON.stringify(stacCollection(of)) }
  const [, flightId = ''] = /^flights\/([\w-]{1,64})\.json$/.exec(path) ?? []
  const item = stacItem(of, flightId)
  if (!item) throw notThere()
  return { type: 'application/geo+json; charset=utf-8', text: JSON.stringify(item) }
}

async function openMap(
  deps: GisDeps,
  actor: Actor,
  { trial, fileId }: { trial: Trial; fileId: string },
): Promise<Opened> {
  const layers = await layersOfTrial(deps, actor, trial)
  if (!layers.some((layer) => layer.fileId === fileId)) throw notThere()
  const map = await deps.db.selectFrom('maps').select(['state', 'copy']).where('fileId', '=', fileId).executeTakeFirst()
  const signed = await signViewUrl(deps, map)
  if (!signed) throw beingPrepared()
  return { url: signed.url }
}

type Tiles = TilePath & { trial: Trial; layers: readonly TrialLayer[]; signal: AbortSignal }

/** Of a map or one of its indices: what there is, or one of them. */
async function openTiles(
  deps: GisDeps,
  actor: Actor,
  { trial, layers, fileId, index, tile, signal }: Tiles,
): Promise<Opened> {
  const layer = layers.find((one) => one.fileId === fileId)
  const look = layer && lookOf(layer, index)
  if (!layer || !look) throw notThere()
  if (tile) {
    const opened = await openTile(deps, actor, { fileId, facts: layer.facts, look, tile, signal })
    if (!opened) throw notThere()
    return { type: 'image/png', ...opened }
  }
  const [addresses] = addressesOf(deps, { tokenId: actor.token?.tokenId ?? '', trial, layers: [layer] }).layers
  const own = addresses?.tiles ?? ''
  const described = tileJson({ trial, layer, index }, index === undefined ? own : tilesOfIndex(own, index))
  if (!described) throw notThere()
  return { type: 'application/json; charset=utf-8', text: JSON.stringify(described) }
}

/** Values of the newest measurement that is done, and what people have recorded. */
async function openPlots(deps: GisDeps, trial: Trial, format: 'geojson' | 'codebook' | 'means'): Promise<Opened> {
  const measurement = await newestDoneMeasurement(deps.db, trial.id)
  const plotsVersion = measurement?.plotsVersion ?? (await newestPlots(deps.db, trial.id))?.version
  if (plotsVersion === undefined) throw new AppError('not-found', 'This trial has no plots yet')
  const of = { trial, plotsVersion, measurement, isForVisitor: false }
  const chunks = exportFile(deps, { ...of, format, filter: {}, choice: {} })
  return { type: format === 'geojson' ? 'application/geo+json' : 'text/csv; charset=utf-8', chunks }
}
