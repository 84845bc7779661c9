// What is shown of a map first, and how: the same on a screen and in tiles for other programs.
import type { BandRole, MapKind, SampleType } from '#domain/maps.ts'
import { evaluate, INDICES, type VegetationIndex } from './indices.ts'
import type { RampId } from './ramps.ts'

/** What is shown of a map: its bands as red, green and blue; one band in a ramp; or an index. */
export type Look =
  | { mode: 'colours'; bands: readonly [red: number, green: number, blue: number] }
  | { mode: 'band'; band: number }
  | { mode: 'index'; id: string }

export type Range = readonly [low: number, high: number]

/** What a look depends on. */
export type Lookable = {
  bands: readonly BandRole[]
  ranges: readonly (Range | null)[]
  isPicture: boolean | null
  kind: MapKind | null
  sampleType: SampleType | null
}

const LIGHT: readonly BandRole[] = ['red', 'green', 'blue']

/** Bands that hold something to look at. */
export const dataBands = ({ bands }: Lookable): number[] =>
  bands.map((_, band) => band).filter((band) => bands[band] !== 'alpha')

export function firstLook(map: Lookable): Look {
  const colours = LIGHT.map((role) => map.bands.indexOf(role))
  const [red = -1, green = -1, blue = -1] = colours
  if (map.isPicture || colours.every((band) => band >= 0))
    return { mode: 'colours', bands: map.isPicture ? [0, 1, 2] : [red, green, blue] }
  const [first = 0, second, third] = dataBands(map)
  return second !== undefined && third !== undefined
    ? { mode: 'colours', bands: [third, second, first] }
    : { mode: 'band', band: first }
}

export const indexOf = (look: Look): VegetationIndex | undefined =>
  look.mode === 'index' ? INDICES.find(({ id }) => id === look.id) : undefined

/** The range that a look begins with; colours have that of their first band. */
export function firstRange(map: Lookable, look: Look): Range {
  if (look.mode === 'index') return indexOf(look)?.range ?? [0, 1]
  if (map.isPicture) return [0, 255]
  const [low, high] = map.ranges[look.mode === 'band' ? look.band : look.bands[0]] ?? [0, 1]
  return low < high ? [low, high] : [low, low + 1]
}

/** The ramp that a map begins with. One band of bytes is a grey picture, such as a hillshade. */
export function firstRamp(map: Lookable): RampId {
  if (map.kind === 'elevation') return 'heights'
  return map.sampleType === 'uint8' && dataBands(map).length === 1 ? 'grey' : 'canopy'
}

/** Heights are lit as a landscape is. */
export const isShaded = ({ kind, isPicture }: Lookable, { mode }: Look): boolean =>
  kind === 'elevation' && isPicture !== true && mode === 'band'

/** The bands of numbers that a look needs, in the order of its data. A picture always has all. */
export function neededBands(map: Lookable, look: Look): number[] {
  if (look.mode === 'colours') return [...look.bands]
  if (look.mode === 'band') return [look.band]
  return (indexOf(look)?.needs ?? []).map((role) => map.bands.indexOf(role))
}

/** The value of a pixel from its data: what the ramp shows. Undefined where nothing is, and for colours. */
export function valueOf(map: Lookable, look: Look, data: ArrayLike<number>): number | undefined {
  const shown = data[data.length - 1] ?? 0
  if (shown <= (map.isPicture ? 127 : 0.5) || look.mode === 'colours') return undefined
  if (look.mode === 'band') return data[map.isPicture ? look.band : 0]
  const index = indexOf(look)
  if (!index) return undefined
  const order = map.isPicture ? map.bands : index.needs
  const value = evaluate(index.expression, (role) => data[order.indexOf(role)] ?? Number.NaN)
  return Number.isFinite(value) ? value : undefined
}
