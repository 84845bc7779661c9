import type { ReadRange } from '#domain/archive/byte-reader.ts'
import type { RasterFacts, StatedFacts } from '#domain/maps.ts'
import type { Codecs } from '../../rasters/decode-block.ts'
import { findRaster, type MaskedRaster } from '../../rasters/raster.ts'
import { type Columns, createRowReader } from '../../rasters/read-rows.ts'
import { readDirectories } from '../../rasters/tiff-directories.ts'
import { createValueRows, isScaled, type Stored, typeOfValues } from '../../rasters/values.ts'
import type { Layer } from '../measure/layer.ts'
import { stateOf } from './choose-traits.ts'

/** A map whose bytes lie from `start` in the ranges that the worker reads. */
export type PlacedBytes = { start: number; bytes: number; fileName: string; facts: RasterFacts }
/** With what people state of it; `facts` have what concerns them. */
export type TraitMap = PlacedBytes & { stated: StatedFacts }

export type OpenMap = {
  found: MaskedRaster
  facts: RasterFacts
  isUpTo255: boolean
  readRange: ReadRange
  codecs: Codecs
}

type Opened = PlacedBytes & Partial<Pick<TraitMap, 'stated'>>

/** The bytes of all maps, and what unpacks them. */
type Reading = { readRange: ReadRange; codecs: Codecs }

export async function openMap(
  { start, bytes, facts, stated = {} }: Opened,
  { codecs, readRange: readAll }: Reading,
): Promise<OpenMap> {
  const readRange: ReadRange = (from, to) => readAll(start + from, start + to)
  const { isUpTo255 } = stateOf({ facts, stated })
  return { found: findRaster(await readDirectories(bytes, readRange)), facts, isUpTo255, readRange, codecs }
}

/** Its readers go from top to bottom once. Of some columns only, when they are named. */
export function layerOf(
  { found: { raster, mask }, facts, isUpTo255, readRange, codecs }: OpenMap,
  columns?: Columns,
): Layer {
  const { width, height, sampleType, nodata } = raster
  const bands = facts.bands.map(({ role, scaling }, at): Stored['bands'][number] => ({
    role: at === raster.alphaBand ? 'alpha' : role,
    scaling,
  }))
  const numbers = createRowReader({ raster, readRange, codecs, columns })
  const rows = isScaled(bands)
    ? {
        sampleType: typeOfValues(sampleType),
        nodata: undefined,
        readRows: createValueRows(numbers, sampleType, { bands, nodata }),
      }
    : { sampleType, nodata, readRows: numbers }
  return {
    width: columns ? columns[1] - columns[0] : width,
    height,
    ...rows,
    bands: bands.map(({ role }) => role),
    isUpTo255,
    blockRows: raster.block.height,
    readMaskRows: mask && createRowReader({ raster: mask, readRange, codecs, columns }),
  }
}
