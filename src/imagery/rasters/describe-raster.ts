import type { BandRole, MapKind, RasterFacts } from '#domain/maps.ts'
import { isPictureRaster } from './content.ts'
import { type CrsOfEpsg, crsOfWkt } from './crs.ts'
import { crsOfKeys } from './crs-of-keys.ts'
import { placeOf } from './place.ts'
import type { Raster } from './raster.ts'
import { heightsByName, roleOfBandName, roleOfFileName } from './raster-names.ts'
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
  const { raster, readRows, fileName, worldFile, prj, crsOfEpsg } = described
  const { width, height, sampleType, nodata } = raster
  const isPicture = await isPictureRaster(raster, readRows)
  const named = bandsOf(raster, isPicture)
  const kind = await kindOf(
    described,
    named.map(({ role }) => role),
    isPicture,
  )
  const single = kind === 'elevation' ? 'elevation' : (roleOfFileName(fileName) ?? 'unknown')
  const transform = raster.transform ?? (worldFile === null ? undefined : readWorldFile(worldFile)) ?? null
  const ofKeys = raster.geoKeys ? crsOfKeys(raster.geoKeys, crsOfEpsg) : null
  const crs = ofKeys ?? (prj === null ? null : crsOfWkt(prj, crsOfEpsg))
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

const RGB = 2
const YCBCR = 6
const COLOURS = ['red', 'green', 'blue'] as const

function bandsOf({ bands, bandNames, photometric, alphaBand }: Raster, isPicture: boolean): RasterFacts['bands'] {
  const isNamed = bandNames.some((name) => roleOfBandName(name) !== undefined)
  const isColour = (photometric === RGB || photometric === YCBCR) && bands >= 3 && !isNamed
  return Array.from({ length: bands }, (_, at) => {
    const name = bandNames[at] ?? ''
    const said = roleOfBandName(name)
    const isAlpha = at === alphaBand || (isPicture && at === 3)
    const meant = isColour ? COLOURS[at] : undefined
    return { name, role: isAlpha ? 'alpha' : (said ?? meant ?? 'unknown') }
  })
}

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
  const named = heightsByName(fileName)
  if (data[0] === 'elevation' || (data[0] === 'unknown' && named === 'heights')) return 'elevation'
  if (data[0] !== 'unknown' || named === 'no heights' || !raster.sampleType.startsWith('float')) return 'other'
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
