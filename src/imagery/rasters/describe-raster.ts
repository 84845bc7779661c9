import type { BandRole, MapKind, RasterFacts } from '#domain/maps.ts'
import { isPictureRaster } from './content.ts'
import { type CrsOfEpsg, crsOfPrj, epsgOfKeys } from './crs.ts'
import { placeOf } from './place.ts'
import type { Raster } from './raster.ts'
import { type ReadRows, samplesIn } from './read-rows.ts'
import { readWorldFile } from './world-file.ts'

type Described = {
  raster: Raster
  readRows: ReadRows
  fileName: string
  /** The text of files beside it. */
  worldFile: string | null
  prj: string | null
  crsOfEpsg: CrsOfEpsg
}

/** What a raster is, as far as it says: what is not backed by it is unknown. @throws UnreadableRaster */
export async function describeRaster(described: Described): Promise<Omit<RasterFacts, 'ranges'>> {
  const { raster, readRows, worldFile, prj, crsOfEpsg } = described
  const { width, height, sampleType, nodata } = raster
  const isPicture = await isPictureRaster(raster, readRows)
  const named = bandsOf(raster, isPicture)
  const kind = await kindOf(
    described,
    named.map(({ role }) => role),
    isPicture,
  )
  const single = kind === 'elevation' ? 'elevation' : 'unknown'
  const transform = raster.transform ?? (worldFile === null ? undefined : readWorldFile(worldFile)) ?? null
  const epsg = epsgOfKeys(raster.geoKeys)
  const crs = (epsg === undefined ? null : crsOfEpsg(epsg)) ?? (prj === null ? null : crsOfPrj(prj, crsOfEpsg))
  return {
    kind,
    isPicture,
    width,
    height,
    sampleType,
    bands: named.map(({ role, name }) => ({ name, role: role === 'unknown' && raster.bands <= 2 ? single : role })),
    nodata: nodata === undefined || Math.abs(nodata) === Number.POSITIVE_INFINITY ? null : presentNodata(nodata),
    transform,
    crs,
    ...placeOf({ width, height, transform, crs }),
  }
}

const presentNodata = (nodata: number): number | 'nan' => (Number.isNaN(nodata) ? 'nan' : nodata)

/** GDAL's descriptions of bands, as the usual programs write them, in lower-case letters. */
const ROLES = new Map<string, BandRole>([
  ['r', 'red'],
  ['red', 'red'],
  ['g', 'green'],
  ['green', 'green'],
  ['b', 'blue'],
  ['blue', 'blue'],
  ['nir', 'nir'],
  ['n', 'nir'],
  ['nearinfrared', 'nir'],
  ['rededge', 'redEdge'],
  ['re', 'redEdge'],
  ['lwir', 'thermal'],
  ['thermal', 'thermal'],
  ['alpha', 'alpha'],
  ['dsm', 'elevation'],
  ['dtm', 'elevation'],
  ['dem', 'elevation'],
  ['elevation', 'elevation'],
  ['height', 'elevation'],
])
const RGB = 2
const YCBCR = 6
const COLOURS = ['red', 'green', 'blue'] as const

function bandsOf({ bands, bandNames, photometric, alphaBand }: Raster, isPicture: boolean): RasterFacts['bands'] {
  const isColour = (photometric === RGB || photometric === YCBCR) && bands >= 3
  return Array.from({ length: bands }, (_, at) => {
    const name = bandNames[at] ?? ''
    const said = ROLES.get(name.toLowerCase().replace(/[^a-z]/g, ''))
    const isAlpha = at === alphaBand || (isPicture && at === 3)
    const meant = isColour ? COLOURS[at] : undefined
    return { name, role: isAlpha ? 'alpha' : (said ?? meant ?? 'unknown') }
  })
}

const HEIGHT_WORDS = /(?:^|[^a-z])(?:dsm|dtm|dem|dtem|chm|ndsm|elevation|surface|terrain|heights?|mnt|mns)(?:[^a-z]|$)/
const LIGHT: readonly BandRole[] = ['red', 'green', 'blue', 'redEdge', 'nir']
/** Of metres above or below the sea. */
const HEIGHT_MIN = -500
const HEIGHT_MAX = 9000
/** Indices lie between -1 and 1; heights of plants above ground have other names. */
const INDEX_MAX = 1.5

async function kindOf(
  { raster, readRows, fileName }: Described,
  roles: BandRole[],
  isPicture: boolean,
): Promise<MapKind> {
  const data = roles.filter((role) => role !== 'alpha')
  if (isPicture || data.length >= 3 || data.filter((role) => LIGHT.includes(role)).length >= 2) return 'orthomosaic'
  if (data.length !== 1 || raster.bits < 16) return 'other'
  if (data[0] === 'elevation' || HEIGHT_WORDS.test(fileName.toLowerCase().replaceAll('_', ' '))) return 'elevation'
  if (data[0] !== 'unknown' || !raster.sampleType.startsWith('float')) return 'other'
  const [low, high] = await sampleRange(raster, readRows)
  const isIndex = low >= -INDEX_MAX && high <= INDEX_MAX
  return low >= HEIGHT_MIN && high <= HEIGHT_MAX && low < high && !isIndex ? 'elevation' : 'other'
}

const SAMPLE_ROWS = 5

/** The lowest and highest value of the first band in a few rows. */
async function sampleRange(raster: Raster, readRows: ReadRows): Promise<[low: number, high: number]> {
  const { height, bands, nodata, sampleType } = raster
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let row = 0; row < SAMPLE_ROWS; row += 1) {
    const y = Math.floor(((row + 0.5) / SAMPLE_ROWS) * height)
    const samples = samplesIn(await readRows(y, y + 1), sampleType)
    for (let at = 0; at < samples.length; at += bands) {
      const value = samples[at] ?? Number.NaN
      if (value === nodata || Number.isNaN(value)) continue
      low = Math.min(low, value)
      high = Math.max(high, value)
    }
  }
  return [low, high]
}
