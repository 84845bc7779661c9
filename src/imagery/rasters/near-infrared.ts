// Whether a map is of a camera that was converted to near infrared, so that plants are red or purple in it.
import type { RasterFacts } from '#domain/maps.ts'
import { areNearInfrared, chromaOf, createColourCounter } from '../photos/pixels/colours.ts'
import type { Samples } from './read-rows.ts'

type Level = {
  samples: Samples
  nodata: number | undefined
  mask: Uint8Array | undefined
}
type Of = Pick<RasterFacts, 'isPicture' | 'bands' | 'ranges'>

/** Of 255: what the brightest of the three bands of a map of numbers is taken for. */
const BRIGHT = 200
/** Where nothing is, some programs write black or white. */
const BLANK = [0, 255]

/** By its red, green and blue, where it has them and no band of near infrared. `samples` are band by band for each pixel. */
export function looksNearInfrared({ samples, nodata, mask }: Level, facts: Of): boolean {
  const roles = facts.bands.map(({ role }) => role)
  const places = (['red', 'green', 'blue'] as const).map((role) => roles.indexOf(role))
  if (places.includes(-1) || roles.includes('nir')) return false
  // The copy of a picture has three bands, whatever the original has.
  const step = facts.isPicture && samples.length % 3 === 0 ? 3 : roles.length
  const alpha = step === roles.length ? roles.indexOf('alpha') : -1
  const scale = facts.isPicture ? 1 : BRIGHT / Math.max(...places.map((at) => facts.ranges[at]?.[1] ?? 0))
  const counter = createColourCounter()
  for (let pixel = 0; pixel < samples.length / step; pixel += 1) {
    if (mask?.[pixel] === 0 || (alpha >= 0 && !samples[pixel * step + alpha])) continue
    const numbers = places.map((at) => samples[pixel * step + at] ?? Number.NaN)
    const [red = 0, green = 0, blue = 0] = numbers.map((number) => number * scale)
    const isBlank = BLANK.some((value) => numbers.every((number) => number === value))
    if (isBlank || numbers.some((number) => !Number.isFinite(number) || number === nodata)) continue
    counter.add(...chromaOf(red, green, blue))
  }
  const colours = counter.result()
  return colours !== null && areNearInfrared(colours)
}
