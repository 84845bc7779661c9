// Coordinate systems that a .prj file describes without a code, as Esri's programs and GDAL write them: the system of the
// EPSG registry with the same projection, parameters, ellipsoid and datum. Its shift to WGS84 comes with its code.
import { createRequire } from 'node:module'
import { z } from 'zod'
import type { Crs } from '#domain/maps.ts'
import { horizontalOf, crsOfWkt as readWkt } from '#imagery/rasters/crs.ts'
import { crsOfEpsg } from './crs-of-epsg.ts'
import { ESRI_NAMES } from './esri-names.ts'

const require = createRequire(import.meta.url)

/** Numbers in degrees, metres and factors, so that they can be compared. */
type Parsed = {
  method: string
  numbers: Record<string, number>
  /** Of the ellipsoid. */
  radius: number
  inverseFlattening: number
  meridian: number
  metresPerUnit: number
  /** Of the datum, the geographic and the projected system, without marks. */
  names: Set<string>
}
/** Of two that are alike, the one with the shorter name is meant: ‘zone 3’ before ‘zone 3 (E-N)’. */
type Known = Parsed & { code: number; name: string }

/** Null for a text that is none, or that describes no system which is known. */
export function crsOfWkt(text: string): Crs | null {
  const read = readWkt(text, crsOfEpsg)
  const wkt = horizontalOf(text)
  const wanted = wkt === undefined ? undefined : parse(wkt)
  if (!wanted || (read && read.epsg !== null)) return read
  const alike = knownSystems()
    .filter((known) => isAlike(wanted, known))
    .toSorted((a, b) => a.name.length - b.name.length || a.code - b.code)
  const named = alike.filter(({ names }) => [...names].some((name) => wanted.names.has(name))).flatMap(crsOf)
  if (named[0] || read) return named[0] ?? read
  // Without its name, the datum is known only where all that are alike have the same shift.
  const shifts = new Set(alike.map((known) => shiftOf(crsOf(known)[0])))
  return shifts.size === 1 ? (alike.flatMap(crsOf)[0] ?? null) : null
}

const crsOf = ({ code }: Known): Crs[] => [crsOfEpsg(code)].filter((crs) => crs !== null)

const shiftOf = (crs: Crs | undefined): string | undefined =>
  crs && (/\+(?:towgs84|datum)=\S+/.exec(crs.proj4)?.[0] ?? '')

const PROJECTION = /\bPROJECTION\s*\[\s*"([^"]{1,100})"/i
const PARAMETER = /\bPARAMETER\s*\[\s*"([^"]{1,60})"\s*,\s*([-+\d.e]{1,40})/gi
const ELLIPSOID = /\b(?:SPHEROID|ELLIPSOID)\s*\[\s*"[^"]{0,100}"\s*,\s*([\d.e]{1,30})\s*,\s*([\d.e]{1,30})/i
const MERIDIAN = /\bPRIMEM\s*\[\s*"[^"]{0,100}"\s*,\s*([-+\d.e]{1,40})/i
const UNIT = /\bUNIT\s*\[\s*"[^"]{0,60}"\s*,\s*([\d.e]{1,40})/gi
const NAME = /\b(?:PROJCS|GEOGCS|DATUM)\s*\[\s*"([^"]{1,200})"/gi
const RADIANS_PER_DEGREE = Math.PI / 180
/** Names of one method. */
const METHODS: Readonly<Record<string, string>> = {
  gausskruger: 'transversemercator',
  lambertconformalconic1sp: 'lambertconformalconic',
  lambertconformalconic2sp: 'lambertconformalconic',
  lambertconformalconic2spbelgium: 'lambertconformalconic',
  doublestereographic: 'obliquestereographic',
  albersconicequalarea: 'albers',
  hotineobliquemercatorazimuthnaturalorigin: 'hotineobliquemercator',
  rectifiedskeworthomorphicnaturalorigin: 'hotineobliquemercator',
  rectifiedskeworthomorphiccenter: 'hotineobliquemercatorazimuthcenter',
  stereographicnorthpole: 'polarstereographic',
  stereographicsouthpole: 'polarstereographic',
  equidistantcylindrical: 'equirectangular',
  behrmann: 'cylindricalequalarea',
  mercator1sp: 'mercator',
  mercator2sp: 'mercator',
  cassinisoldner: 'cassini',
}
/** By what they mean: programs differ in the names. Others repeat these. */
const PARAMETERS: Readonly<Record<string, string>> = {
  latitudeoforigin: 'latitude',
  latitudeofcenter: 'latitude',
  centralmeridian: 'longitude',
  longitudeofcenter: 'longitude',
  longitudeoforigin: 'longitude',
  scalefactor: 'scale',
  falseeasting: 'east',
  falsenorthing: 'north',
  standardparallel1: 'parallel1',
  standardparallel2: 'parallel2',
  azimuth: 'azimuth',
  rectifiedgridangle: 'rotation',
  xyplanerotation: 'rotation',
}
const ANGLES = ['latitude', 'longitude', 'parallel1', 'parallel2', 'azimuth', 'rotation']

function parse(wkt: string): Parsed | undefined {
  const [, radius, inverseFlattening] = ELLIPSOID.exec(wkt) ?? []
  const units = [...wkt.matchAll(UNIT)].map(([, factor]) => Number(factor))
  const projection = PROJECTION.exec(wkt)?.[1]
  const degrees = (units[0] ?? RADIANS_PER_DEGREE) / RADIANS_PER_DEGREE
  if (radius === undefined || inverseFlattening === undefined) return undefined
  const name = plain(projection ?? 'geographic')
  const method = METHODS[name] ?? name
  return {
    method,
    numbers:
      projection === undefined ? {} : numbersIn(wkt, { method, degrees, inverseFlattening: Number(inverseFlattening) }),
    radius: Number(radius),
    inverseFlattening: Number(inverseFlattening),
    meridian: Number(MERIDIAN.exec(wkt)?.[1] ?? 0),
    metresPerUnit: projection === undefined ? 1 : (units.at(-1) ?? 1),
    names: new Set([...wkt.matchAll(NAME)].flatMap(([, found]) => namesOf(found ?? ''))),
  }
}

type Method = { method: string; degrees: number; inverseFlattening: number }

function numbersIn(wkt: string, { method, degrees, inverseFlattening }: Method): Record<string, number> {
  const numbers: Record<string, number> = { scale: 1, east: 0, north: 0 }
  for (const [, name = '', value] of wkt.matchAll(PARAMETER)) {
    const meaning = PARAMETERS[plain(name)]
    if (meaning) numbers[meaning] = Number(value) * (ANGLES.includes(meaning) ? degrees : 1)
  }
  if (method === 'mercator') {
    // Its origin lies on the equator: a parallel is another way to say the scale there.
    if (numbers['parallel1'] !== undefined) numbers['scale'] = scaleAt(numbers['parallel1'], inverseFlattening)
    if (numbers['latitude'] === 0) delete numbers['latitude']
    delete numbers['parallel1']
  }
  if (method === 'krovak') {
    // Without a turn by 90 degrees, its axes run south and west.
    const { rotation = 90 } = numbers
    if (Math.abs(rotation - 90) > 1e-6) numbers['turned'] = rotation
    delete numbers['rotation']
  } else if (numbers['azimuth'] !== undefined) {
    // Of these, some write angles from 0 to 360, and leave the second out where it equals the first.
    const { azimuth, rotation = azimuth } = numbers
    numbers['azimuth'] = (azimuth + 360) % 360
    numbers['rotation'] = (rotation + 360) % 360
  } else delete numbers['rotation']
  // With one parallel, it is the latitude of the origin, which some write twice and others once.
  if (numbers['parallel2'] === undefined && numbers['parallel1'] !== undefined) {
    if (method === 'polarstereographic' || numbers['latitude'] === undefined) numbers['latitude'] = numbers['parallel1']
    delete numbers['parallel1']
  }
  return numbers
}

/** Of Mercator's projection on the equator, where it is 1 at a parallel. */
function scaleAt(parallel: number, inverseFlattening: number): number {
  const [sine, cosine] = [Math.sin(parallel * RADIANS_PER_DEGREE), Math.cos(parallel * RADIANS_PER_DEGREE)]
  const flattening = inverseFlattening === 0 ? 0 : 1 / inverseFlattening
  return cosine / Math.sqrt(1 - flattening * (2 - flattening) * sine ** 2)
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z\d]/g, '')

function namesOf(found: string): string[] {
  const name = plainName(found)
  const registered = ESRI_NAMES[name]
  return registered === undefined ? [name] : [name, registered]
}

/** ‘D_North_American_1927’ and ‘North American Datum 1927’ are one. */
const plainName = (name: string): string =>
  plain(name.replace(/^(?:D|GCS)_/i, '').replace(/datum/gi, ''))
    .replace(/19(?=\d\d(?!\d))/g, '')
    .replace('samerican', 'southamerican')
    .replace(/v1$/, '')

/** Programs round: 1e-7 degrees are 1 cm, and the foot of the US is another one by 2e-6. */
function isAlike(a: Parsed, b: Parsed): boolean {
  const keys = new Set([...Object.keys(a.numbers), ...Object.keys(b.numbers)])
  return (
    a.method === b.method &&
    Math.abs(a.radius - b.radius) < 0.02 &&
    Math.abs(a.inverseFlattening - b.inverseFlattening) < 2e-4 &&
    Math.abs(a.meridian - b.meridian) < 1e-6 &&
    Math.abs(a.metresPerUnit / b.metresPerUnit - 1) < 1e-7 &&
    [...keys].every((key) => isNear(key, a.numbers[key], b.numbers[key]))
  )
}

function isNear(key: string, a: number | undefined, b: number | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  const off = Math.abs(a - b)
  return key === 'east' || key === 'north' ? off < 0.002 : off < 2e-8
}

/** Higher ones are of others than EPSG. */
const EPSG_MAX = 32_766
const entry = z.object({ code: z.string(), name: z.string(), wkt: z.nullable(z.string()) })
let known: Known[] | undefined

/** Read when the first file needs them. */
function knownSystems(): readonly Known[] {
  known ??= Object.values(z.record(z.string(), z.unknown()).parse(require('epsg-index/all.json'))).flatMap((value) => {
    const { data } = entry.safeParse(value)
    const parsed = data?.wkt && /^(?:PROJCS|GEOGCS)\[/.test(data.wkt) ? parse(data.wkt) : undefined
    const code = Number(data?.code)
    return data && parsed && code <= EPSG_MAX ? [{ ...parsed, code, name: data.name }] : []
  })
  return known
}
