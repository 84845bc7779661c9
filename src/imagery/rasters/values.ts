// Where the numbers of a file become values: the one place that applies what a map says of its scale.
import type { Band, SampleType, Scaling } from '#domain/maps.ts'
import { type ReadRows, type Samples, samplesIn } from './read-rows.ts'

/** What the numbers of a raster stand for. */
export type Stored = {
  bands: readonly Pick<Band, 'role' | 'scaling'>[]
  /** As a number of the file. */
  nodata: number | undefined
}
export type Values = Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>

const NONE: Scaling = [1, 0]

export const isScaled = (bands: Stored['bands']): boolean => bands.some(({ scaling }) => scaling !== undefined)

/** Of more than 24 bits, a float32 would lose digits. */
const WIDE: readonly SampleType[] = ['uint32', 'int32', 'float64']
export const typeOfValues = (sampleType: SampleType): 'float32' | 'float64' =>
  WIDE.includes(sampleType) ? 'float64' : 'float32'

/** NaN for nodata. Alpha stays as it is. `samples` are band by band for each pixel. */
export function valuesOf(samples: Samples, { bands, nodata }: Stored): Values {
  const isWide = samples instanceof Uint32Array || samples instanceof Int32Array || samples instanceof Float64Array
  const values = isWide ? new Float64Array(samples.length) : new Float32Array(samples.length)
  for (const [band, { role, scaling = NONE }] of bands.entries()) {
    const [factor, offset] = role === 'alpha' ? NONE : scaling
    const nothing = role === 'alpha' ? undefined : nodata
    for (let at = band; at < samples.length; at += bands.length) {
      const number = samples[at] ?? 0
      values[at] = number === nothing ? Number.NaN : number * factor + offset
    }
  }
  return values
}

/** Rows of `typeOfValues`. */
export const createValueRows =
  (readRows: ReadRows, sampleType: SampleType, stored: Stored): ReadRows =>
  async (from, to) =>
    new Uint8Array(valuesOf(samplesIn(await readRows(from, to), sampleType), stored).buffer)
