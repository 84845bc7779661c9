import type { MapItem } from '#contract/maps.ts'
import type { BandRole } from '#domain/maps.ts'
import { INDICES } from '#imagery/rasters/indices.ts'
import { dataBands, indexOf, type Look, type Range } from '#imagery/rasters/look.ts'
import { type RadiometricState, radiometricStateOf } from '#imagery/traits/catalogue/radiometric-state.ts'
import { type Lack, lackOf } from '#imagery/traits/catalogue/why-not.ts'

/** What a map says itself: a map whose description is known. */
export type ReadyMap = MapItem & { bands: BandRole[]; width: number; height: number; ranges: (Range | null)[] }

export const isReady = (map: MapItem): map is ReadyMap =>
  map.state === 'READY' && map.url !== null && map.bands !== null && map.width !== null && map.height !== null

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
