import type { ReadRange } from '#domain/archive/byte-reader.ts'
import type { RasterFacts } from '#domain/maps.ts'
import { findRaster, type MaskedRaster } from '#imagery/rasters/raster.ts'
import { type Columns, createRowReader } from '#imagery/rasters/read-rows.ts'
import { readDirectories } from '#imagery/rasters/tiff-directories.ts'
import type { Layer } from '#imagery/traits/measure/layer.ts'
import { codecs } from '../raster-codecs.ts'

/** A map whose bytes lie from `start` in the ranges that the worker reads. */
export type PlacedBytes = { start: number; bytes: number; fileName: string; facts: RasterFacts }
export type TraitMap = PlacedBytes & { reflectance: boolean | null }

export type OpenMap = { found: MaskedRaster; facts: RasterFacts; readRange: ReadRange }

export async function openMap({ start, bytes, facts }: PlacedBytes, readAll: ReadRange): Promise<OpenMap> {
  const readRange: ReadRange = (from, to) => readAll(start + from, start + to)
  return { found: findRaster(await readDirectories(bytes, readRange)), facts, readRange }
}

/** Its readers go from top to bottom once. Of some columns only, when they are named. */
export function layerOf({ found: { raster, mask }, facts, readRange }: OpenMap, columns?: Columns): Layer {
  const { width, height, sampleType, nodata } = raster
  return {
    width: columns ? columns[1] - columns[0] : width,
    height,
    sampleType,
    bands: facts.bands.map(({ role }, at) => (at === raster.alphaBand ? 'alpha' : role)),
    nodata,
    scale: 1,
    blockRows: raster.block.height,
    readRows: createRowReader({ raster, readRange, codecs, columns }),
    readMaskRows: mask && createRowReader({ raster: mask, readRange, codecs, columns }),
  }
}
