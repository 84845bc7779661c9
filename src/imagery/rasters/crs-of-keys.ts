// The coordinate system that the keys of a GeoTIFF state. Numbers of keys and codes are those of GeoTIFF 1.1.
import type { Crs } from '#domain/maps.ts'
import { type CrsOfEpsg, type KnownSystems, toCrs } from './crs.ts'
import { citationIn, crsOfCode, datumOfKeys, GEOGRAPHIC_CITATION, GEOGRAPHIC_TYPE } from './datum-of-keys.ts'
import type { GeoKeys } from './raster.ts'

const MODEL_TYPE = 1024
const CITATION = 1026
const USER_DEFINED = 32_767
const ANGULAR_UNITS = 2054
const PROJECTED_TYPE = 3072
const PROJECTED_CITATION = 3073
const PROJECTION = 3074
const METHOD = 3075
const LINEAR_UNITS = 3076
const [PROJECTED_MODEL, GEOGRAPHIC_MODEL] = [1, 2]
const DEGREE = 9102
const METRES_OF_UNIT = new Map([
  [9001, 1],
  [9002, 0.3048],
  [9003, 1200 / 3937],
])
const ESRI_TEXT = 'ESRI PE String = '

/** Null without a projected or geographic system: a local one must not become longitude and latitude. */
export function crsOfKeys(keys: GeoKeys, { crsOfEpsg, crsOfWkt }: KnownSystems): Crs | null {
  if (keys.get(MODEL_TYPE) === GEOGRAPHIC_MODEL) {
    const isInDegrees = (keys.get(ANGULAR_UNITS) ?? DEGREE) === DEGREE
    return isInDegrees ? datumOfKeys(keys, crsOfEpsg) : crsOfCode(keys.get(GEOGRAPHIC_TYPE), crsOfEpsg)
  }
  const text = keys.get(PROJECTED_CITATION)
  const wkt = typeof text === 'string' && text.startsWith(ESRI_TEXT) ? text.slice(ESRI_TEXT.length) : ''
  return (
    crsOfCode(keys.get(PROJECTED_TYPE), crsOfEpsg) ??
    crsOfWkt(wkt) ??
    (keys.get(MODEL_TYPE) === PROJECTED_MODEL ? crsOfParameters(keys, crsOfEpsg) : null)
  )
}

/** What a file calls its coordinate system; null when it names none. */
export function nameInKeys(keys: GeoKeys): string | null {
  const code = [PROJECTED_TYPE, GEOGRAPHIC_TYPE]
    .map((key) => Number(keys.get(key)))
    .find((one) => one > 0 && one < USER_DEFINED)
  return (
    citationIn(keys, [PROJECTED_CITATION, CITATION, GEOGRAPHIC_CITATION]) ??
    (code === undefined ? null : `EPSG:${code}`)
  )
}

const LAT_0 = [3081, 3085, 3089]
const LON_0 = [3080, 3084, 3088]
const X_0 = [3082, 3086, 3090]
const Y_0 = [3083, 3087, 3091]
const SCALE = [3092, 3093]
const PARALLELS = { lat_1: [3078], lat_2: [3079] }
const ORIGIN = { lat_0: LAT_0, lon_0: LON_0 }
/** By the code of the method: its name in proj4, and the keys of its parameters. */
const METHODS = new Map<unknown, { proj: string; angles: Record<string, number[]>; isScaled: boolean }>([
  [1, { proj: 'tmerc', angles: ORIGIN, isScaled: true }],
  [8, { proj: 'lcc', angles: { ...ORIGIN, ...PARALLELS }, isScaled: false }],
  [9, { proj: 'lcc', angles: { ...ORIGIN, lat_1: LAT_0 }, isScaled: true }],
  [10, { proj: 'laea', angles: ORIGIN, isScaled: false }],
  [11, { proj: 'aea', angles: { ...ORIGIN, ...PARALLELS }, isScaled: false }],
])
const [UTM_NORTH, UTM_SOUTH, UTM_ZONES] = [16_000, 16_100, 60]

/** A projection that no code names, on a datum that is known. */
function crsOfParameters(keys: GeoKeys, crsOfEpsg: CrsOfEpsg): Crs | null {
  const datum = datumOfKeys(keys, crsOfEpsg)
  const metres = METRES_OF_UNIT.get(Number(keys.get(LINEAR_UNITS) ?? 9001))
  const projection = utmOf(keys) ?? (metres === undefined ? undefined : projectionOf(keys, metres))
  const name = citationIn(keys, [PROJECTED_CITATION, CITATION])
  if (!datum || metres === undefined || projection === undefined) return null
  const definition = datum.proj4.replace('+proj=longlat', `${projection} +to_meter=${metres}`)
  return toCrs({ epsg: null, name: name ?? datum.name, definition })
}

function utmOf(keys: GeoKeys): string | undefined {
  const code = Number(keys.get(PROJECTION) ?? 0)
  const isSouth = code > UTM_SOUTH
  const zone = code - (isSouth ? UTM_SOUTH : UTM_NORTH)
  return zone >= 1 && zone <= UTM_ZONES ? `+proj=utm +zone=${zone}${isSouth ? ' +south' : ''}` : undefined
}

function projectionOf(keys: GeoKeys, metres: number): string | undefined {
  const method = METHODS.get(keys.get(METHOD))
  if (!method || (keys.get(ANGULAR_UNITS) ?? DEGREE) !== DEGREE) return undefined
  const angles = Object.entries(method.angles).map(([name, among]) => `+${name}=${numberIn(keys, among)}`)
  const scale = method.isScaled ? [`+k_0=${numberIn(keys, SCALE) || 1}`] : []
  const origin = [`+x_0=${numberIn(keys, X_0) * metres}`, `+y_0=${numberIn(keys, Y_0) * metres}`]
  const words = [`+proj=${method.proj}`, ...angles, ...scale, ...origin]
  return words.some((word) => word.endsWith('NaN')) ? undefined : words.join(' ')
}

/** Of the first key that is there; 0 when none is, NaN when it is no number. */
function numberIn(keys: GeoKeys, among: readonly number[]): number {
  const key = among.find((one) => keys.has(one))
  const value = key === undefined ? 0 : keys.get(key)
  const first = typeof value === 'object' ? value[0] : value
  return typeof first === 'number' && Number.isFinite(first) ? first : Number.NaN
}
