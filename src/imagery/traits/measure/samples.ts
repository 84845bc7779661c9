// The pixels of a plot as they are measured: those of vegetation first.
import type { PixelList } from './pixel-list.ts'

/** Arrays are longer than `count`, which says how many of their numbers hold. */
export type Samples = {
  count: number
  /** So many are vegetation. */
  vegetation: number
  /** In the order of the bands that are measured. */
  bands: Float64Array[]
  weights: Float64Array
  /** The slice of the plot in which each lies. */
  slices: Uint8Array
  sliceCount: number
  /** Where each pixel of the list went. */
  places: Int32Array
}

export const createSamples = (bands: number): Samples => ({
  count: 0,
  vegetation: 0,
  bands: Array.from({ length: bands }, () => new Float64Array(0)),
  weights: new Float64Array(0),
  slices: new Uint8Array(0),
  sliceCount: 1,
  places: new Int32Array(0),
})

/** What the samples held is lost. */
export function takePixels(
  { count, bands, weights, vegetation, slices, sliceCount }: PixelList,
  samples: Samples,
): void {
  if (samples.weights.length < count) {
    const length = Math.ceil(count * 1.5)
    samples.bands = samples.bands.map(() => new Float64Array(length))
    samples.weights = new Float64Array(length)
    samples.slices = new Uint8Array(length)
    samples.places = new Int32Array(length)
  }
  const { places } = samples
  let [first, last] = [0, count]
  for (let at = 0; at < count; at += 1) {
    if (vegetation[at] === 1) {
      places[at] = first
      first += 1
    } else {
      last -= 1
      places[at] = last
    }
  }
  samples.count = count
  samples.vegetation = first
  for (const [band, to] of samples.bands.entries()) {
    const from = bands[band]
    if (from instanceof Uint8Array) moveBytes(from, to, samples)
    else if (from) moveNumbers(from, to, samples)
  }
  moveNumbers(weights, samples.weights, samples)
  moveBytes(slices, samples.slices, samples)
  samples.sliceCount = sliceCount
}

function moveBytes(from: Uint8Array, to: Float64Array | Uint8Array, { places, count }: Samples): void {
  for (let at = 0; at < count; at += 1) to[places[at] ?? 0] = from[at] ?? 0
}

function moveNumbers(from: Float32Array, to: Float64Array, { places, count }: Samples): void {
  for (let at = 0; at < count; at += 1) to[places[at] ?? 0] = from[at] ?? 0
}
