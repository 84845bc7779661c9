// What was collected of a plot: its pixels, or its colours with the pixels that have them.
import type { ColourTable } from './colour-table.ts'

/** Arrays are longer than `count`, which says how many of their numbers hold. */
export type Samples = {
  count: number
  /** In the order of the bands that are measured. */
  bands: Float64Array[]
  weights: Float64Array
  /** 1 for vegetation; undefined when the mask is yet to be applied. */
  vegetation: Uint8Array | undefined
}

export function createSamples(bands: number): Samples {
  return {
    count: 0,
    bands: Array.from({ length: bands }, () => new Float64Array(0)),
    weights: new Float64Array(0),
    vegetation: undefined,
  }
}

/** Makes room for so many; what the arrays held is lost. */
export function resize(samples: Samples, count: number, hasVegetation: boolean): void {
  samples.count = count
  if (samples.weights.length < count) {
    const length = Math.ceil(count * 1.5)
    samples.bands = samples.bands.map(() => new Float64Array(length))
    samples.weights = new Float64Array(length)
    samples.vegetation = undefined
  }
  samples.vegetation = hasVegetation ? (samples.vegetation ?? new Uint8Array(samples.weights.length)) : undefined
}

export function takeColours({ keys, weights, count }: ColourTable, samples: Samples, hasVegetation: boolean): void {
  resize(samples, count, hasVegetation)
  const { bands, weights: to, vegetation } = samples
  const [reds, greens, blues] = bands
  if (!reds || !greens || !blues) throw new Error('Colours have three bands')
  let at = 0
  for (let from = 0; from < keys.length; from += 1) {
    const key = keys[from] ?? 0
    if (key === 0) continue
    const colour = key - 1
    reds[at] = (colour >>> 16) & 255
    greens[at] = (colour >>> 8) & 255
    blues[at] = colour & 255
    to[at] = weights[from] ?? 0
    if (vegetation) vegetation[at] = colour >>> 24
    at += 1
  }
}
