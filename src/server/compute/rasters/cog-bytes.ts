import type { GeoTransform } from '#domain/maps.ts'
import { makeCog } from '#imagery/rasters/make-cog.ts'
import { type Content, pixelBytesOf } from '#imagery/rasters/pyramid.ts'
import type { GeoTags } from '#imagery/rasters/raster.ts'
import { encoders } from './raster-codecs.ts'

type Pixels = {
  width: number
  height: number
  transform: GeoTransform
  geoTags: GeoTags | undefined
  content: Content
  /** Of a picture RGBA, of numbers all bands. */
  pixels: Uint8Array
}

/** A cloud-optimised GeoTIFF of pixels that are in memory. */
export async function cogOf({ pixels, ...raster }: Pixels): Promise<Uint8Array> {
  const rowBytes = raster.width * pixelBytesOf(raster.content)
  let end = 0
  const starts = new Map<number, Uint8Array>()
  const { head, pieces, bytes } = await makeCog({
    ...raster,
    readRows: (from, to) => Promise.resolve(pixels.slice(from * rowBytes, to * rowBytes)),
    encoders,
    keepTile: (tile) => {
      const at = end
      starts.set(at, tile)
      end += tile.length
      return Promise.resolve(at)
    },
  })
  const file = new Uint8Array(bytes)
  file.set(head)
  let to = head.length
  for (const { at, bytes: length } of pieces) {
    file.set(starts.get(at) ?? new Uint8Array(), to)
    to += length
  }
  return file
}

const [MODEL_TYPE, RASTER_TYPE, GEOGRAPHIC_CRS, PROJECTED_CRS] = [1024, 1025, 2048, 3072]

/** The keys of a coordinate system by its EPSG code. */
export const geoTagsOfEpsg = (epsg: number, { isGeographic = false } = {}): GeoTags => {
  const [model, key] = isGeographic ? [2, GEOGRAPHIC_CRS] : [1, PROJECTED_CRS]
  const directory = [1, 1, 0, 3, MODEL_TYPE, 0, 1, model, RASTER_TYPE, 0, 1, 1, key, 0, 1, epsg]
  return { directory: Float64Array.from(directory), doubles: new Float64Array(), text: '' }
}
