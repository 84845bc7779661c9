// A real trial of soybeans, in the folder that SOY_TRIAL names.

import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import type { GeoTransform } from '#domain/maps.ts'
import type { Polygon } from '../../../plots/polygon.ts'
import { NO_CODECS } from '../../../rasters/decode-block.ts'
import { findRaster } from '../../../rasters/raster.ts'
import { createRowReader } from '../../../rasters/read-rows.ts'
import { readDirectories } from '../../../rasters/tiff-directories.ts'
import type { Layer } from '../layer.ts'

export const soyFolder = process.env.SOY_TRIAL ?? ''
const inflateBytes = promisify(inflate)

/** In the order of their dates. */
export const soyFlights = async (): Promise<string[]> =>
  (await readdir(join(soyFolder, 'flights'))).filter((name) => name.endsWith('.tif')).toSorted()

/** In the coordinates of the flights. */
export async function soyPlots(): Promise<Polygon[]> {
  const { features } = JSON.parse(await readFile(join(soyFolder, 'plots_epsg32615.geojson'), 'utf8')) as {
    features: { geometry: { coordinates: Polygon[number] } }[]
  }
  return features.map(({ geometry }) => [geometry.coordinates])
}

export async function openSoyFlight(file: string) {
  const handle = await open(join(soyFolder, 'flights', file))
  const { size } = await handle.stat()
  const readRange = async (from: number, to: number) => {
    const { bytesRead, buffer: bytes } = await handle.read(new Uint8Array(to - from), 0, to - from, from)
    return bytes.subarray(0, bytesRead)
  }
  const { raster } = findRaster(await readDirectories(size, readRange))
  if (!raster.transform) throw new Error('The map has no place')
  const codecs = { ...NO_CODECS, inflate: (data: Uint8Array) => inflateBytes(data) }
  const transform: GeoTransform = raster.transform
  return {
    transform,
    /** Its rows are read from top to bottom once. */
    layer: (): Layer => ({
      ...raster,
      bands: ['red', 'green', 'blue', 'alpha'],
      isUpTo255: true,
      readRows: createRowReader({ raster, readRange, codecs }),
    }),
    close: () => handle.close(),
  }
}
