import type { BandRole, SampleType } from '#domain/maps.ts'
import type { ReadRows } from '../../rasters/read-rows.ts'

/** A raster to be measured: what its rows hold. */
export type Layer = {
  width: number
  height: number
  sampleType: SampleType
  /** Of each band in the file, in their order. */
  bands: readonly BandRole[]
  /** A pixel with this value holds nothing. */
  nodata: number | undefined
  /** The number that stands for a reflectance of 1; 1 for fractions and for numbers of a camera. */
  scale: number
  /** Rows that are stored together: those of a tile or a strip. */
  blockRows?: number
  readRows: ReadRows
  /** Of a mask beside the raster: a byte a pixel, 0 where there is nothing. */
  readMaskRows?: ReadRows | undefined
}
