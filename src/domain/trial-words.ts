// What trials say of their values, for people to read.
import { DATE_UNIT, dateOfDay, dateText } from './dates.ts'
import type { LayerKind, MaskMethod } from './trials.ts'

export const LAYER_NAMES: Readonly<Record<LayerKind, string>> = {
  rgb: 'Red, green and blue',
  multispectral: 'Multispectral',
  thermal: 'Thermal',
  elevation: 'Elevation',
  bareGround: 'Bare ground',
}

export const MASK_NAMES: Readonly<Record<MaskMethod, string>> = {
  exg: 'Excess green above a threshold',
  exgr: 'Excess green minus excess red above a threshold',
  otsu: 'Excess green, threshold by Otsu',
  'g>r': 'More green than red',
  ndvi: 'NDVI above a threshold',
  osavi: 'OSAVI above a threshold',
  none: 'No mask',
}

/** The same within a sentence. */
export const maskPhrase = (method: MaskMethod, isCleaned: boolean): string => {
  const name = MASK_NAMES[method].replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
  return isCleaned && method !== 'none' ? `${name}, without fragments and glare` : name
}

const DATES_NAMED = 5

/** The first ones, and how many more. */
export function datesText(dates: readonly string[]): string {
  const more = dates.length - DATES_NAMED
  const named = dates.slice(0, DATES_NAMED).map(dateText).join(', ')
  return more > 0 ? `${named} and ${more} more` : named
}

/** What to know before a value is used. */
const FLAG_TEXTS: Readonly<Record<string, string>> = {
  PARTIAL_DATA: 'a part of the plot has no data',
  EDGE_OF_MOSAIC: 'at the edge of the map',
  LOW_PIXELS: 'few pixels',
  SATURATED: 'overexposed',
  SHADOW: 'in shadow',
  MASK_FALLBACK: 'fixed threshold, because none could be found',
  MASK_UNSTABLE: 'cover depends on the threshold',
  OUTLIER_SPATIAL: 'far from its neighbours',
  OUTLIER_TIME: 'far from the other dates',
  HEIGHT_BELOW_NOISE: 'height within the noise',
  CHM_UNCALIBRATED: 'height without soil to compare',
  NEG_HEIGHT: 'negative height',
  GRID_MISFIT: 'plants lie beside the plot',
  NEIGHBOUR_BLEED: 'plants of a neighbour at its edge',
  'LODGING?': 'perhaps lodged',
  USER_EXCLUDED: 'excluded',
  GSD_COARSE: 'pixels too coarse for cover',
  SOIL_OFF: 'the soil is not at 0',
  HEIGHT_REFUSED: 'no height: too unsure',
}

export const flagText = (flag: string): string => FLAG_TEXTS[flag] ?? flag

/** For people, with an en dash for nothing. */
export function valueText(value: number | null | undefined, unit: string): string {
  if (value === null || value === undefined) return '–'
  if (unit === DATE_UNIT) return dateOfDay(value)
  // Not '-0.0'.
  if (unit === '%') return (Math.round(value * 10) / 10 || 0).toFixed(1)
  return Math.abs(value) >= 1000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(4)))
}

/** As it stands behind a value: none of a ratio, or of a date. */
export const unitText = (unit: string): string => (unit === '1' || unit === DATE_UNIT ? '' : unit)

const NAMED_UNITS: Readonly<Record<string, string>> = {
  '1': '',
  date: '',
  '%': 'pct',
  degrees: 'deg',
  'digital numbers': 'dn',
}

/** A unit in a heading, in letters that programs take: `kg_ha`. Empty for what has none, or needs none. */
export const unitInName = (unit: string): string =>
  NAMED_UNITS[unit] ??
  unit
    .normalize('NFKD')
    .replaceAll('%', 'pct')
    .replaceAll('°', 'deg')
    .replaceAll(/[µμ]/g, 'u')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .replaceAll(' ', '_')

/** A name with its unit, `canopyHeight_m`, but once: `Yield kg/ha` has it. */
export function nameWithUnit(name: string, unit: string): string {
  const suffix = unitInName(unit)
  const isThere = unitInName(name).toLowerCase().endsWith(suffix.toLowerCase())
  return suffix === '' || (isThere && unitInName(name) !== suffix) ? name : `${name}_${suffix}`
}
