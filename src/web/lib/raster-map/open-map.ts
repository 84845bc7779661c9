import { KiB } from '#domain/units.ts'
import { openViewCopy, type ViewCopy } from '#imagery/rasters/view-copy.ts'
import { browserDecoders } from './browser-decoders.ts'
import type { ReadyMap } from './look.ts'

/** Answers a link to the copy of a map that is valid now; `hasEnded` after one that was refused. */
export type LinkOf = (mapId: string, hasEnded: boolean) => Promise<string>

/** The directories of most copies, and their smallest level. */
const HEAD_BYTES = KiB(64)

type Opened = Pick<ReadyMap, 'mapId' | 'bytes' | 'bands' | 'scalings'>

/** Opens the copy of a map for viewing. @throws UnreadableRaster, and an Error when it can't be loaded */
export async function openMap({ mapId, bytes, bands, scalings }: Opened, linkOf: LinkOf): Promise<ViewCopy> {
  const size = bytes ?? 0
  const fetchRange = async (from: number, to: number, signal: AbortSignal | null): Promise<Uint8Array> => {
    const response = await request(await linkOf(mapId, false), { from, to, signal })
    const renewed = response.status === 403 ? await request(await linkOf(mapId, true), { from, to, signal }) : response
    if (renewed.status !== 206) throw new Error(`The map could not be loaded (${renewed.status})`)
    return new Uint8Array(await renewed.arrayBuffer())
  }
  const head = await fetchRange(0, Math.min(size, HEAD_BYTES), null)
  return openViewCopy({
    bytes: size,
    bands: bands.map((role, at) => ({ role, scaling: scalings?.[at] ?? undefined })),
    readRange: async (from, to) => (to <= head.length ? head.slice(from, to) : fetchRange(from, to, null)),
    readTileRange: async (from, to, signal) =>
      to <= head.length ? head.slice(from, to) : fetchRange(from, to, signal),
    decoders: browserDecoders,
  })
}

type Range = { from: number; to: number; signal: AbortSignal | null }

/** Past the cache of the browser, which lets only one reader at a time into a file. */
const request = (url: string, { from, to, signal }: Range): Promise<Response> =>
  fetch(url, { headers: { range: `bytes=${from}-${to - 1}` }, cache: 'no-store', signal })
