import type { RasterFacts } from '#domain/maps.ts'
import { MiB } from '#domain/units.ts'
import type { Look } from '#imagery/rasters/look.ts'
import { openViewCopy } from '#imagery/rasters/view-copy.ts'
import { drawTile, lookableOf } from '#imagery/tiles/draw-tile.ts'
import { WEB_TILE_PIXELS, type WebTile } from '#imagery/tiles/web-mercator.ts'
import { sharp } from '../safe-sharp.ts'
import { defineThreadWork } from '../thread-work.ts'
import { codecs } from './raster-codecs.ts'

type TileSource = {
  /** The size of the copy for viewing. */
  bytes: number
  facts: RasterFacts
  look: Look
  tile: WebTile
}

/** Of a block of 512 pixels a side: 64 bands of 8 bytes. */
const BLOCK_BYTES_MAX = MiB(128)
const PIXELS_MAX = 1_000_000

/** A PNG of 256 pixels a side; null where the map is not. */
export const work = defineThreadWork(
  async ({ bytes, facts, look, tile }: TileSource, readRange): Promise<{ png: Uint8Array } | null> => {
    const { crs, transform, bands } = facts
    if (!crs || !transform) return null
    const copy = await openViewCopy({ bytes, bands, readRange, readTileRange: readRange, decoders })
    const rgba = await drawTile(copy, { shown: lookableOf(facts), look, crs, transform }, tile)
    if (!rgba) return null
    const raw = { width: WEB_TILE_PIXELS, height: WEB_TILE_PIXELS, channels: 4 } as const
    const png = await sharp(rgba, { raw }).png({ compressionLevel: 6 }).toBuffer()
    return { png: new Uint8Array(png) }
  },
)

const decoders = {
  inflate: (data: Uint8Array) => codecs.inflate(data, BLOCK_BYTES_MAX),
  jpeg: async (data: Uint8Array): Promise<Uint8ClampedArray> => {
    const rgba = await sharp(data, { limitInputPixels: PIXELS_MAX }).ensureAlpha().raw().toBuffer()
    return new Uint8ClampedArray(rgba.buffer, rgba.byteOffset, rgba.length)
  },
}
