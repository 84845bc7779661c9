import { extensionOf } from './archive/file-types.ts'

/** Counts the ways in which maps were looked at and copied. A higher one does it again. */
export const MAP_MAKER = 4

export const MAP_STATES = ['PREPARING', 'READY', 'NOT_A_MAP', 'FAILED'] as const
export type MapState = (typeof MAP_STATES)[number]

/** Extensions of files of the same name that say where a raster lies. */
export const BESIDE_MAPS = { worldFile: ['tfw', 'tifw', 'tiffw', 'wld'], prj: ['prj'] } as const

const BESIDE: readonly string[] = Object.values(BESIDE_MAPS).flat()

export const isBesideMap = (fileName: string): boolean => BESIDE.includes(extensionOf(fileName))

const WORLD_FILES: readonly string[] = BESIDE_MAPS.worldFile

export const isWorldFile = (fileName: string): boolean => WORLD_FILES.includes(extensionOf(fileName))

/** By its name. */
export const isGeoTiff = (fileName: string): boolean => ['tif', 'tiff'].includes(extensionOf(fileName))

export const MAP_KINDS = ['orthomosaic', 'elevation', 'other'] as const
export type MapKind = (typeof MAP_KINDS)[number]

/** What a band of a raster holds. */
export const BAND_ROLES = [
  'red',
  'green',
  'blue',
  'redEdge',
  'nir',
  'thermal',
  'elevation',
  'index',
  'alpha',
  'unknown',
] as const
export type BandRole = (typeof BAND_ROLES)[number]

export const SAMPLE_TYPES = ['uint8', 'int8', 'uint16', 'int16', 'uint32', 'int32', 'float32', 'float64'] as const
/** The data type of a raster's pixels. */
export type SampleType = (typeof SAMPLE_TYPES)[number]

/** From the numbers of a band to the values they stand for: value = number * factor + offset. */
export type Scaling = readonly [factor: number, offset: number]

export type Band = {
  role: BandRole
  name: string
  /** Left out where numbers are values. */
  scaling?: Scaling | undefined
}

/** Reflectance is of these only. */
export const LIGHT: readonly BandRole[] = ['red', 'green', 'blue', 'redEdge', 'nir']

/** From the column and row of a pixel's corner to coordinates: x = a * column + b * row + c, y = d * column + e * row + f. */
export type GeoTransform = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export type Crs = {
  /** Null when no code names it. */
  epsg: number | null
  name: string
  /** As proj4 reads it. */
  proj4: string
  /** Of a unit of its coordinates: 1 for metres, 0.3048 for feet. Null for degrees. */
  metresPerUnit: number | null
}

/** Of a coordinate system that a text describes, in characters; the longest of the EPSG registry has two thirds. */
export const WKT_LENGTH_MAX = 5000

/** What people state where a file does not say it, or says it wrongly. */
export type StatedFacts = {
  takenOn?: string | undefined
  kind?: MapKind | undefined
  epsg?: number | undefined
  bands?: BandRole[] | undefined
  reflectance?: boolean | undefined
  /** The number of the file that stands for a reflectance of 1; null for what the file says. */
  standsForOne?: number | null | undefined
}

/**
 * What maps may say they are not good for: any part in plant heights, or the tops of plants only, which a terrain model lacks.
 */
export const PURPOSES = ['plant heights', 'plant tops'] as const
export type Purpose = (typeof PURPOSES)[number]

type Unfit = { fileName: string; facts: Pick<RasterFacts, 'notGoodFor'> }

/** Why a map can't be the elevation or the bare ground of heights; undefined when it can. */
export function whyNoPlantHeights(
  { fileName, facts: { notGoodFor = [] } }: Unfit,
  wanted: 'elevation' | 'bareGround',
): string | undefined {
  if (notGoodFor.includes('plant heights'))
    return `${fileName} says that it has no plant heights: it is made of few points on the ground, as in a preview or a fast orthophoto, without the shape of plants. Take the elevation of a full run, or of another program.`
  if (wanted === 'elevation' && notGoodFor.includes('plant tops'))
    return `${fileName} is a terrain model, by what it says or by its name: it has the ground without plants, so it may be bare ground, and not the elevation of a flight. Take the surface model (DSM) of this flight.`
  return undefined
}

/** What a raster is, as far as its file says. */
export const MAP_ORIGINS = ['own', 'report', 'run'] as const
export type MapOrigin = (typeof MAP_ORIGINS)[number]

export type RasterFacts = {
  kind: MapKind
  /** Red, green and blue of 8 bits, with or without alpha: its copy for viewing is compressed as photos are. */
  isPicture: boolean
  width: number
  height: number
  sampleType: SampleType
  bands: Band[]
  /** Three bands that nothing names are red, green and blue until someone says otherwise. */
  areBandsAssumed?: true | undefined
  /** A pixel with this number, as it is in the file, holds nothing. 'nan' stands for NaN, which JSON doesn't have. */
  nodata: number | 'nan' | null
  /** Null for a raster without a place: it is shown in pixels. */
  transform: GeoTransform | null
  /** Places that the file ties to pixels, where these make no grid. */
  tiePoints: number
  /** Null when the file does not say it, or says it in a way that can't be read. */
  crs: Crs | null
  /** What a file calls the coordinate system that can't be read; null when it names none. */
  unknownCrs: string | null
  /** Ground sampling distance in centimetres: the mean side of a pixel at the centre. */
  gsdCm: number | null
  /** West, south, east and north in degrees (WGS84). */
  bounds: readonly [west: number, south: number, east: number, north: number] | null
  /** By its red, green and blue, it is of a camera that was converted to near infrared. */
  looksNearInfrared?: true | undefined
  /** What it says it is not good for. */
  notGoodFor?: readonly Purpose[] | undefined
  /** The program that made it, as it says. */
  madeWith?: string | undefined
  /** Of each band, the 2nd and 98th percentile of the values of a sample of its pixels; null when all of those are nodata. */
  ranges: (readonly [low: number, high: number] | null)[]
}

const YEAR_FIRST =
  /(?<!\d)(?<year>20\d\d)(?<mark>[-_.]?)(?<month>0[1-9]|1[0-2])\k<mark>(?<day>0[1-9]|[12]\d|3[01])(?!\d)/
const WITH_TIME = /(?<!\d)(?<year>20\d\d)(?<month>\d\d)(?<day>\d\d)(?:[01]\d|2[0-3])[0-5]\d[0-5]\d(?!\d)/
const DAY_FIRST = /(?<!\d)(?<day>0[1-9]|[12]\d|3[01])\.(?<month>0[1-9]|1[0-2])\.(?<year>20\d\d)(?!\d)/
const SIX_DIGITS = /(?<![\d\p{L}])(\d\d)(\d\d)(\d\d)(?![\d\p{L}])/u
/** Drones map fields since then. */
const EARLIEST = '2010-01-01'

/** The date in the name of a map, when it has one that a calendar knows, that is not after `latest`, and that can't be read in two ways. */
export function takenOnFromName(fileName: string, latest: Date): string | null {
  const full = YEAR_FIRST.exec(fileName) ?? WITH_TIME.exec(fileName) ?? DAY_FIRST.exec(fileName)
  if (full) return realDate(full.groups, latest)
  const [, a, b, c] = SIX_DIGITS.exec(fileName) ?? []
  const readings = [
    { year: `20${a}`, month: b, day: c },
    { year: `20${c}`, month: b, day: a },
    { year: `20${c}`, month: a, day: b },
  ].map((reading) => realDate(reading, latest))
  const dates = new Set(readings.filter((date) => date !== null && date >= EARLIEST))
  const [date = null] = dates
  return dates.size === 1 ? date : null
}

type DateParts = { year?: string | undefined; month?: string | undefined; day?: string | undefined }

function realDate({ year, month, day }: DateParts = {}, latest: Date): string | null {
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  const isReal = !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day)
  return isReal && date <= latest ? `${year}-${month}-${day}` : null
}
