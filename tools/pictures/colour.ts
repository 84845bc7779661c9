import { clamp, mix } from './random.ts'

/** Red, green and blue as linear light, 0 to 1. */
export type Colour = readonly [number, number, number]

const toLinear = (byte: number): number => {
  const share = byte / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}
export const toByte = (light: number): number => {
  const share = clamp(light)
  return Math.round(255 * (share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055))
}

export const hex = (code: string): Colour => [
  toLinear(Number.parseInt(code.slice(1, 3), 16)),
  toLinear(Number.parseInt(code.slice(3, 5), 16)),
  toLinear(Number.parseInt(code.slice(5, 7), 16)),
]

export const blend = (from: Colour, to: Colour, share: number): Colour => [
  mix(from[0], to[0], share),
  mix(from[1], to[1], share),
  mix(from[2], to[2], share),
]

/** The brand's ramp from soil to canopy, as in src/web/styles.css. */
export const RAMP_HEX = [
  '#f3e9d2',
  '#e3d3a4',
  '#c9c873',
  '#98b95a',
  '#5fa657',
  '#2b8c5a',
  '#0d6e5f',
  '#0b4f5c',
  '#152f4a',
] as const
const RAMP = RAMP_HEX.map(hex)

/** The colour of a vegetation index on the ramp: 0.1 is bare soil, 0.95 a closed canopy. */
export function rampColour(index: number): Colour {
  const place = clamp((index - 0.1) / 0.85) * (RAMP.length - 1)
  const step = Math.min(RAMP.length - 2, Math.floor(place))
  const from = RAMP[step]
  const to = RAMP[step + 1]
  if (from === undefined || to === undefined) throw new Error(`No ramp colour for ${index}`)
  return blend(from, to, place - step)
}

export const css = (colour: Colour): string => `rgb(${colour.map(toByte).join(' ')})`
