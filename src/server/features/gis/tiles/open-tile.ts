import { createHash } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import type { RasterFacts } from '#domain/maps.ts'
import { MiB } from '#domain/units.ts'
import type { Look } from '#imagery/rasters/look.ts'
import { isInGrid, touchesTile, type WebTile, zoomsOf } from '#imagery/tiles/web-mercator.ts'
import type { Actor } from '../../../actor.ts'
import { createByteCache } from '../../../byte-cache.ts'
import { OverBudget } from '../../../compute/pool.ts'
import type { work } from '../../../compute/rasters/tile-worker.ts'
import { createKeyedMutex } from '../../../concurrency/keyed-mutex.ts'
import type { Deps } from '../../../deps.ts'
import { tooManyRequests } from '../../../rate-limits/sliding-window.ts'
import { readFully } from '../../files/read-fully.ts'
import { isStored } from '../../files/store-derived.ts'
import { EMPTY_TILE } from './empty-tile.ts'

const WORKER = new URL('../../../compute/rasters/tile-worker.ts', import.meta.url)
const SECONDS_MAX = 20
const WAIT_SECONDS_MAX = 20
/** Counts the ways in which tiles are drawn. */
const TILE_MAKER = 1
/** A few hundred of a photo, thousands of an index. */
const KEPT_BYTES_MAX = MiB(64)
/** Two large screens full of them. */
const WAITING_MAX = 300

type TileDeps = Pick<Deps, 'db' | 'storage' | 'compute'>

/** So that one person's web maps leave threads to others. */
const oneAtATime = createKeyedMutex({
  max: WAITING_MAX,
  beyond: () => tooManyRequests('You are loading too many tiles at once. Try again in a moment.', 3),
})
/** In this process, by what they show: their caller is checked before. */
const kept = createByteCache(KEPT_BYTES_MAX)

type Shown = { fileId: string; facts: RasterFacts; look: Look }
type Asked = { tile: WebTile; signal: AbortSignal }

/** A PNG that is made when it is read; undefined where no zoom of the map has one. @throws AppError */
export async function openTile(deps: TileDeps, { userId }: Pick<Actor, 'userId'>, shown: Shown & Asked) {
  const { fileId, facts, look, tile, signal } = shown
  const zooms = zoomsOf(facts)
  if (!zooms || !facts.bounds || tile.z < zooms.minzoom || tile.z > zooms.maxzoom || !isInGrid(tile)) return undefined
  if (!touchesTile(tile, facts.bounds)) return { etag: 'empty', read: async () => EMPTY_TILE }
  const map = await deps.db.selectFrom('maps').select(['state', 'copy']).where('fileId', '=', fileId).executeTakeFirst()
  if (map?.state !== 'READY' || !map.copy) throw beingPrepared()
  const { copy } = map
  const etag = etagOf([TILE_MAKER, copy.key, facts, look, tile])
  const make = async (): Promise<Uint8Array> => {
    const found = kept.get(etag)
    if (found) return found
    signal.throwIfAborted()
    if (!(await isStored(deps.storage, copy.key))) throw beingPrepared()
    const png = await drawn(deps, { ...copy, facts, look, tile, signal })
    kept.set(etag, png)
    return png
  }
  return { etag, read: async () => kept.get(etag) ?? (await oneAtATime(userId, make)) }
}

export const beingPrepared = (): AppError =>
  new AppError('unavailable', 'This map is being prepared. Try again in a minute.', { retryAfterSeconds: 60 })

const etagOf = (all: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(all)).digest('base64url').slice(0, 32)

type Drawing = { key: string; bytes: number } & Omit<Shown, 'fileId'> & Asked

async function drawn(
  { storage, compute }: TileDeps,
  { key, bytes, facts, look, tile, signal }: Drawing,
): Promise<Uint8Array> {
  try {
    const made = await compute.run<typeof work>({
      file: WORKER,
      input: { bytes, facts, look, tile },
      readRange: (from, to) => readFully(storage.read({ key, from, to }), to - from),
      signal,
      secondsMax: SECONDS_MAX,
      waitSecondsMax: WAIT_SECONDS_MAX,
    })
    return made?.png ?? EMPTY_TILE
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error
    throw new AppError('conflict', 'This tile takes too long to draw.')
  }
}
