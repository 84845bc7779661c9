import type { Look, Range } from '#imagery/rasters/look.ts'
import { firstLook } from '#imagery/rasters/look.ts'
import type { RampId } from '#imagery/rasters/ramps.ts'
import type { ReadyMap } from '#web/lib/raster-map/look.ts'
import { INDEX_IDS, lackOfLook } from '#web/lib/raster-map/look.ts'

/** Everything that is shown, as the address has it: a copied link shows the same. */
export type MapState = {
  /** From the lowest to the uppermost; the others are hidden. */
  shown: readonly { mapId: string; opacity: number }[]
  /** Of orthomosaics; null for that of each map's own. */
  look: Look | null
  /** Of orthomosaics and of elevation. */
  range: Range | null
  heights: Range | null
  /** Null for that of each map's own. */
  ramp: RampId | null
  /** Of orthomosaics: lower values are hidden. */
  threshold: number | null
  contours: number | null
  /** The map that is shown on the right of the divider, and where that is, from 0 to 1. */
  swipe: string | null
  divider: number
  /** Whether the tiles of the base map are shown, where there is one. */
  base: boolean
  /** The maps of further panes. */
  panes: readonly string[]
  /** Centre in the plane of the map, and units a pixel of the screen. */
  place: { x: number; y: number; resolution: number } | null
}

export const PANES_MAX = 3
const HALF = 0.5
export const RAMP_IDS: readonly RampId[] = ['canopy', 'heights', 'blueYellow', 'grey']

export function readState(address: URLSearchParams, maps: readonly ReadyMap[]): MapState {
  const isKnown = (mapId: string) => maps.some((map) => map.mapId === mapId)
  const shown = (address.get('maps') ?? '')
    .split(',')
    .map((entry) => entry.split('*'))
    .map(([mapId = '', percent = '100']) => ({
      mapId,
      opacity: Math.min(100, Math.max(0, Number(percent) || 0)) / 100,
    }))
    .filter(({ mapId }) => isKnown(mapId))
  const numbers = (name: string, count: number): number[] | null => {
    const read = (address.get(name) ?? '').split(',').map((part) => (part === '' ? Number.NaN : Number(part)))
    return read.length === count && read.every(Number.isFinite) ? read : null
  }
  const range = (name: string): Range | null => {
    const [low = 0, high = 0] = numbers(name, 2) ?? []
    return low < high ? [low, high] : null
  }
  const [divider = HALF] = numbers('divider', 1) ?? []
  const [x = 0, y = 0, resolution = 0] = numbers('at', 3) ?? []
  const [contours = 0] = numbers('contours', 1) ?? []
  const swipe = address.get('swipe') ?? ''
  return {
    shown: shown.length > 0 || address.has('maps') ? shown : firstShown(maps),
    look: readLook(address.get('look')),
    range: range('range'),
    heights: range('heights'),
    ramp: RAMP_IDS.find((id) => id === address.get('ramp')) ?? null,
    threshold: numbers('threshold', 1)?.[0] ?? null,
    contours: contours > 0 ? contours : null,
    swipe: isKnown(swipe) ? swipe : null,
    divider: Math.min(1, Math.max(0, divider)),
    base: address.get('base') !== 'off',
    panes: (address.get('panes') ?? '').split(',').filter(isKnown).slice(0, PANES_MAX),
    place: resolution > 0 ? { x, y, resolution } : null,
  }
}

const firstShown = (maps: readonly ReadyMap[]): MapState['shown'] => {
  const first = maps.find(({ kind }) => kind === 'orthomosaic') ?? maps[0]
  return first ? [{ mapId: first.mapId, opacity: 1 }] : []
}

function readLook(text: string | null): Look | null {
  const [mode, value = ''] = (text ?? '').split(':')
  if (mode === 'index' && INDEX_IDS.includes(value)) return { mode, id: value }
  const bands = value.split('-').map(Number)
  if (value === '' || !bands.every((band) => Number.isInteger(band) && band >= 0 && band < 64)) return null
  const [red = 0, green = 0, blue = 0] = bands
  if (mode === 'band' && bands.length === 1) return { mode, band: red }
  return mode === 'colours' && bands.length === 3 ? { mode, bands: [red, green, blue] } : null
}

const writeLook = (look: Look): string => {
  if (look.mode === 'index') return `index:${look.id}`
  return look.mode === 'band' ? `band:${look.band}` : `colours:${look.bands.join('-')}`
}

const list = (values: readonly (string | number)[]): string => values.join(',')
const writeRange = (range: Range | null) => range && list(range.map((value) => Number(value.toPrecision(6))))
const writeNumber = (value: number | null) => (value === null ? null : String(Number(value.toPrecision(6))))

/** The parameters of a change; null removes one. */
export function writeState(change: Partial<MapState>): Record<string, string | null> {
  const { shown, look, range, heights, ramp, threshold, contours, swipe, divider, base, panes, place } = change
  const entry = ({ mapId, opacity }: MapState['shown'][number]) =>
    opacity === 1 ? mapId : `${mapId}*${Math.round(opacity * 100)}`
  return {
    ...(shown && { maps: list(shown.map(entry)) }),
    ...(look !== undefined && { look: look && writeLook(look) }),
    ...(range !== undefined && { range: writeRange(range) }),
    ...(heights !== undefined && { heights: writeRange(heights) }),
    ...(ramp !== undefined && { ramp }),
    ...(threshold !== undefined && { threshold: writeNumber(threshold) }),
    ...(contours !== undefined && { contours: writeNumber(contours) }),
    ...(swipe !== undefined && { swipe }),
    ...(divider !== undefined && { divider: writeNumber(divider) }),
    ...(base !== undefined && { base: base ? null : 'off' }),
    ...(panes && { panes: panes.length > 0 ? list(panes) : null }),
    ...(place !== undefined && {
      at: place && list([place.x, place.y, place.resolution].map((n) => Number(n.toPrecision(10)))),
    }),
  }
}

/** The look of one map: the chosen one where the map has what it needs. Elevation keeps its own. */
export const lookOf = (map: ReadyMap, { look }: Pick<MapState, 'look'>): Look =>
  look === null || map.kind === 'elevation' || lackOfLook(map, look) !== undefined ? firstLook(map) : look
