import type { BandRole, SampleType } from '#domain/maps.ts'
import type { ReadRows } from '../../rasters/read-rows.ts'

/** A raster to be measured: what its rows hold. Its numbers are values, whatever scale the file has. */
export type Layer = {
  width: number
  height: number
  sampleType: SampleType
  /** Of each band in the file, in their order. */
  bands: readonly BandRole[]
  /** A pixel with this value holds nothing. */
  nodata: number | undefined
  /** Rows that are stored together: those of a tile or a strip. */
  blockRows?: number
  /** Its numbers are those of 8 bits, whatever type holds them: above 245 is glare. */
  isUpTo255: boolean
  readRows: ReadRows
  /** Of a mask beside the raster: a byte a pixel, 0 where there is nothing. */
  readMaskRows?: ReadRows | undefined
}
