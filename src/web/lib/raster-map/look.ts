import type { MapItem } from '#contract/maps.ts'
import type { BandRole } from '#domain/maps.ts'
import type { RampId } from '#imagery/rasters/ramps.ts'
import { type RadiometricState, radiometricStateOf } from '#imagery/traits/catalogue/radiometric-state.ts'
import { type Lack, lackOf } from '#imagery/traits/catalogue/why-not.ts'
import { evaluate, INDICES, type VegetationIndex } from './indices.ts'

/** What is shown of a map: its bands as red, green and blue; one band in a ramp; or an index. */
export type Look =
  | { mode: 'colours'; bands: readonly [red: number, green: number, blue: number] }
  | { mode: 'band'; band: number }
  | { mode: 'index'; id: string }

export type Range = readonly [low: number, high: number]

const LIGHT: readonly BandRole[] = ['red', 'green', 'blue']

/** What a map says itself: a map whose description is known. */
export type ReadyMap = MapItem & { bands: BandRole[]; width: number; height: number; ranges: (Range | null)[] }

export const isReady = (map: MapItem): map is ReadyMap =>
  map.state === 'READY' && map.url !== null && map.bands !== null && map.width !== null && map.height !== null

/** Bands that hold something to look at. */
export const dataBands = ({ bands }: ReadyMap): number[] =>
  bands.map((_, band) => band).filter((band) => bands[band] !== 'alpha')

export function firstLook(map: ReadyMap): Look {
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
export function firstRange(map: ReadyMap, look: Look): Range {
  if (look.mode === 'index') return indexOf(look)?.range ?? [0, 1]
  if (map.isPicture) return [0, 255]
  const [low, high] = map.ranges[look.mode === 'band' ? look.band : look.bands[0]] ?? [0, 1]
  return low < high ? [low, high] : [low, low + 1]
}

/** The ramp that a map begins with. One band of bytes is a grey picture, such as a hillshade. */
export function firstRamp(map: ReadyMap): RampId {
  if (map.kind === 'elevation') return 'heights'
  return map.sampleType === 'uint8' && dataBands(map).length === 1 ? 'grey' : 'canopy'
}

/** The bands of numbers that a look needs, in the order of its data. A picture always has all. */
export function neededBands(map: ReadyMap, look: Look): number[] {
  if (look.mode === 'colours') return [...look.bands]
  if (look.mode === 'band') return [look.band]
  return (indexOf(look)?.needs ?? []).map((role) => map.bands.indexOf(role))
}

/** The value of a pixel from its data: what the ramp shows. Undefined where nothing is, and for colours. */
export function valueOf(map: ReadyMap, look: Look, data: ArrayLike<number>): number | undefined {
  const shown = data[data.length - 1] ?? 0
  if (shown <= (map.isPicture ? 127 : 0.5) || look.mode === 'colours') return undefined
  if (look.mode === 'band') return data[map.isPicture ? look.band : 0]
  const index = indexOf(look)
  if (!index) return undefined
  const order = map.isPicture ? map.bands : index.needs
  const value = evaluate(index.expression, (role) => data[order.indexOf(role)] ?? Number.NaN)
  return Number.isFinite(value) ? value : undefined
}

export const INDEX_IDS: readonly string[] = INDICES.map(({ id }) => id)

/** What is known of the numbers of a map. */
export const stateOfMap = ({ sampleType, isPicture, bands, scalings, ...map }: ReadyMap): RadiometricState =>
  radiometricStateOf({
    ...map,
    isPicture: isPicture === true,
    sampleType: sampleType ?? 'uint8',
    bands: bands.map((role, at) => ({ role, isScaled: (scalings?.[at] ?? null) !== null })),
  })

/** Why a look can't be shown of a map; undefined when it can. */
export function lackOfLook(map: ReadyMap, look: Look): Lack | undefined {
  if (look.mode === 'index') {
    const index = indexOf(look)
    return index ? lackOf(index, map.bands, stateOfMap(map)) : { needs: 'another index', reason: UNKNOWN }
  }
  const bands = look.mode === 'band' ? [look.band] : look.bands
  return bands.every((band) => dataBands(map).includes(band))
    ? undefined
    : { needs: 'another band', reason: 'This map has no such band.' }
}

/** Of what no pixels are drawn. */
export const UNKNOWN = 'This trait has a value for a plot only.'

/** So that steps of a legend are as fine as its values. */
export function formatValue(value: number, [low, high]: Range): string {
  const digits = Math.min(6, Math.max(0, 2 - Math.floor(Math.log10(Math.max(high - low, 1e-9)))))
  return value
    .toFixed(digits)
    .replace(/^-(?=.*[1-9])/, '−')
    .replace(/^-/, '')
}
