// Longitude and latitude of the keys of a GeoTIFF: by its code, by the code of its datum, or by its ellipsoid.
import type { Crs } from '#domain/maps.ts'
import { type CrsOfEpsg, isNearWgs84, toCrs } from './crs.ts'
import type { GeoKeys } from './raster.ts'

export const GEOGRAPHIC_TYPE = 2048
export const GEOGRAPHIC_CITATION = 2049
const DATUM = 2050
const PRIME_MERIDIAN = 2051
const ELLIPSOID = 2056
const SEMI_MAJOR_AXIS = 2057
const INVERSE_FLATTENING = 2059
const PRIME_MERIDIAN_DEGREES = 2061
const TO_WGS84 = 2062
const GREENWICH = 8901
/** WGS 84 and GRS 1980. */
const ELLIPSOIDS = new Map<unknown, readonly [radius: number, inverseFlattening: number]>([
  [7030, [6_378_137, 298.257223563]],
  [7019, [6_378_137, 298.257222101]],
])
const [EPSG_MIN, EPSG_MAX] = [1024, 32_766]
/** Systems whose codes are 2000 less than those of their datums. */
const [DATUM_MIN, DATUM_MAX] = [6001, 6999]

export function crsOfCode(code: unknown, crsOfEpsg: CrsOfEpsg): Crs | null {
  return typeof code === 'number' && code >= EPSG_MIN && code <= EPSG_MAX ? crsOfEpsg(code) : null
}

/** Null on an unknown datum, unless its ellipsoid is that of WGS84 or its shift is stated. */
export function datumOfKeys(keys: GeoKeys, crsOfEpsg: CrsOfEpsg): Crs | null {
  const datum = Number(keys.get(DATUM))
  const ofDatum = datum >= DATUM_MIN && datum <= DATUM_MAX ? crsOfCode(datum - 2000, crsOfEpsg) : null
  return crsOfCode(keys.get(GEOGRAPHIC_TYPE), crsOfEpsg) ?? ofDatum ?? crsOfEllipsoid(keys)
}

function crsOfEllipsoid(keys: GeoKeys): Crs | null {
  const meridian = numberOf(keys, PRIME_MERIDIAN_DEGREES) ?? 0
  if (meridian !== 0 || (keys.get(PRIME_MERIDIAN) ?? GREENWICH) !== GREENWICH) return null
  const [usualRadius, usualFlattening] = ELLIPSOIDS.get(keys.get(ELLIPSOID)) ?? []
  const radius = numberOf(keys, SEMI_MAJOR_AXIS) ?? usualRadius
  const inverseFlattening = numberOf(keys, INVERSE_FLATTENING) ?? usualFlattening
  if (radius === undefined || inverseFlattening === undefined) return null
  const text = String(keys.get(GEOGRAPHIC_CITATION) ?? '')
  const name = citationIn(keys, [GEOGRAPHIC_CITATION]) ?? 'Longitude and latitude'
  const shift = keys.get(TO_WGS84)
  const shape = `+proj=longlat +a=${radius} +rf=${inverseFlattening}`
  if (typeof shift === 'object' && (shift.length === 3 || shift.length === 7) && shift.every(Number.isFinite))
    return toCrs({ epsg: null, name, definition: `${shape} +towgs84=${shift.join()}` })
  return isNearWgs84({ radius, inverseFlattening, text })
    ? toCrs({ epsg: null, name, definition: `${shape} +towgs84=0,0,0` })
    : null
}

const NAME_MAX = 100

/** What the first of these keys that names something calls its system. */
export function citationIn(keys: GeoKeys, among: readonly number[]): string | null {
  const names = among.map((key) => String(keys.get(key) ?? '').replace(/^GCS Name = /, ''))
  const [name] = names.map((one) => one.split('|', 1)[0]?.trim() ?? '').filter((one) => one !== '' && one !== 'unknown')
  return name?.slice(0, NAME_MAX) ?? null
}

function numberOf(keys: GeoKeys, key: number): number | undefined {
  const value = keys.get(key)
  return typeof value === 'object' ? value[0] : undefined
}
