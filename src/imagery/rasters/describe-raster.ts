import {
  type Band,
  type BandRole,
  LIGHT,
  type MapKind,
  PURPOSES,
  type Purpose,
  type RasterFacts,
} from '#domain/maps.ts'
import { isPictureRaster } from './content.ts'
import type { KnownSystems } from './crs.ts'
import { crsOfKeys, nameInKeys } from './crs-of-keys.ts'
import { placeOf } from './place.ts'
import type { Raster } from './raster.ts'
import {
  areUnnamed,
  heightsByName,
  isTerrainByName,
  roleOfBandName,
  roleOfColour,
  roleOfFileName,
  withoutDoubles,
} from './raster-names.ts'
import { type ReadRows, samplesIn } from './read-rows.ts'
import { valuesOf } from './values.ts'
import { readWorldFile } from './world-file.ts'

type Described = {
  raster: Raster
  readRows: ReadRows
  fileName: string
  /** The text of files beside it. */
  worldFile: string | null
  prj: string | null
} & KnownSystems

const SOFTWARE_MAX = 100

/** What a raster is, as far as it says: what is not backed by it is unknown. @throws UnreadableRaster */
export async function describeRaster(described: Described): Promise<Omit<RasterFacts, 'ranges'>> {
  const { raster, readRows, fileName, worldFile, prj, crsOfEpsg, crsOfWkt } = described
  const { width, height, sampleType, nodata } = raster
  const software = raster.software
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .trim()
    .slice(0, SOFTWARE_MAX)
  const isPicture = await isPictureRaster(raster, readRows)
  const { bands: named, areAssumed } = bandsOf(raster, isPicture)
  const kind = await kindOf(described, named, isPicture)
  const single = kind === 'elevation' ? 'elevation' : (roleOfFileName(fileName) ?? 'unknown')
  const transform = raster.transform ?? (worldFile === null ? undefined : readWorldFile(worldFile)) ?? null
  const ofKeys = raster.geoKeys ? crsOfKeys(raster.geoKeys, { crsOfEpsg, crsOfWkt }) : null
  const notGoodFor = kind === 'elevation' ? purposesMissed(raster, fileName) : raster.notGoodFor
  const crs = ofKeys ?? (prj === null ? null : crsOfWkt(prj))
  return {
    kind,
    isPicture,
    width,
    height,
    sampleType,
    bands: named.map(({ role, ...band }) => ({
      ...band,
      role: role === 'unknown' && raster.bands <= 2 ? single : role,
    })),
    ...(areAssumed && { areBandsAssumed: true as const }),
    nodata: nodata === undefined || Math.abs(nodata) === Number.POSITIVE_INFINITY ? null : presentNodata(nodata),
    transform,
    tiePoints: transform ? 0 : raster.tiePoints,
    crs,
    unknownCrs: crs === null && raster.geoKeys ? nameInKeys(raster.geoKeys) : null,
    ...(notGoodFor.length > 0 && { notGoodFor }),
    ...(software !== '' && { madeWith: software }),
    ...placeOf({ width, height, transform, crs }),
  }
}

function purposesMissed({ notGoodFor, bandItems: { names } }: Raster, fileName: string): Purpose[] {
  const isTerrain = [fileName, ...names].some(isTerrainByName)
  return PURPOSES.filter((purpose) => notGoodFor.includes(purpose) || (isTerrain && purpose === 'plant tops'))
}

const presentNodata = (nodata: number): number | 'nan' => (Number.isNaN(nodata) ? 'nan' : nodata)

const RGB = 2
const YCBCR = 6
const COLOURS = ['red', 'green', 'blue'] as const

function bandsOf(
  { bands, bandItems: { names, colours, scalings }, photometric, alphaBand }: Raster,
  isPicture: boolean,
): { bands: Band[]; areAssumed: boolean } {
  const said = names.map((name, at) => roleOfBandName(name) ?? roleOfColour(colours[at] ?? ''))
  const isColour = (photometric === RGB || photometric === YCBCR) && !said.slice(0, 3).some((role) => role)
  const roles = said.map((role, at): BandRole => {
    if (at === alphaBand || (isPicture && at === 3)) return 'alpha'
    return role ?? (isColour && bands >= 3 ? COLOURS[at] : undefined) ?? 'unknown'
  })
  const data = roles.flatMap((role, at) => (role === 'alpha' ? [] : [at]))
  const areAssumed =
    data.length === COLOURS.length &&
    data.every((at) => roles[at] === 'unknown') &&
    areUnnamed(data.map((at) => names[at] ?? ''))
  if (areAssumed) for (const [place, at] of data.entries()) roles[at] = COLOURS[place] ?? 'unknown'
  const all = roles.map((role, at): Band => {
    const scaling = role === 'alpha' ? undefined : scalings[at]
    return { name: names[at] ?? '', role, ...(scaling && { scaling }) }
  })
  return { bands: withoutDoubles(all), areAssumed }
}

/** Of metres above or below the sea. */
const HEIGHT_MIN = -500
const HEIGHT_MAX = 9000
/** Indices lie between -1 and 1; heights of plants above ground have other names. */
const INDEX_MAX = 1.5

async function kindOf(
  { raster, readRows, fileName }: Described,
  bands: readonly Band[],
  isPicture: boolean,
): Promise<MapKind> {
  const data = bands.map(({ role }) => role).filter((role) => role !== 'alpha')
  if (isPicture || data.length >= 3 || data.filter((role) => LIGHT.includes(role)).length >= 2) return 'orthomosaic'
  if (data.length !== 1 || raster.bits < 16) return 'other'
  const named = heightsByName(fileName)
  if (data[0] === 'elevation' || (data[0] === 'unknown' && named === 'heights')) return 'elevation'
  const isFraction = raster.sampleType.startsWith('float') || bands[0]?.scaling !== undefined
  if (data[0] !== 'unknown' || named === 'no heights' || !isFraction) return 'other'
  const [low, high] = await sampleRange(raster, bands, readRows)
  const isIndex = low >= -INDEX_MAX && high <= INDEX_MAX
  return low >= HEIGHT_MIN && high <= HEIGHT_MAX && low < high && !isIndex ? 'elevation' : 'other'
}

const SAMPLE_ROWS = 5

/** The lowest and highest value of the first band in a few rows. */
async function sampleRange(
  { height, nodata, sampleType }: Raster,
  bands: readonly Band[],
  readRows: ReadRows,
): Promise<[low: number, high: number]> {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let row = 0; row < SAMPLE_ROWS; row += 1) {
    const y = Math.floor(((row + 0.5) / SAMPLE_ROWS) * height)
    const values = valuesOf(samplesIn(await readRows(y, y + 1), sampleType), { bands, nodata })
    for (let at = 0; at < values.length; at += bands.length) {
      const value = values[at] ?? Number.NaN
      if (Number.isNaN(value)) continue
      low = Math.min(low, value)
      high = Math.max(high, value)
    }
  }
  return [low, high]
}
