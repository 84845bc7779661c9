// What a directory of a TIFF says about its pixels and where they lie. Tag numbers are those of TIFF 6.0, GeoTIFF 1.1 and GDAL.
import { type GeoTransform, PURPOSES, type Purpose, type SampleType } from '#domain/maps.ts'
import { MiB } from '#domain/units.ts'
import { type BandItems, bandItemsOf } from './gdal-items.ts'
import type { Directory, TiffDirectories } from './tiff-directories.ts'
import { TAG } from './tiff-tags.ts'
import { damaged, unsupported } from './unreadable.ts'

export type Raster = {
  width: number
  height: number
  bands: number
  /** One-bit masks are 'uint8' with `bits` 1. */
  sampleType: SampleType
  bits: number
  isLittleEndian: boolean
  /** Each band lies in blocks of its own. */
  isPlanar: boolean
  compression: number
  predictor: number
  photometric: number
  /** Tiles, or strips, which are blocks as wide as the raster. */
  block: { width: number; height: number; across: number; down: number; isStrip: boolean }
  /** Of each block in the file; 0 bytes is a block without data. */
  offsets: Float64Array
  byteCounts: Float64Array
  jpegTables: Uint8Array | undefined
  /** How blocks of LERC are packed once more: not at all, as zlib data or as zstd. */
  lercPacking: 'none' | 'deflate' | 'zstd'
  nodata: number | undefined
  /** The band that says where there is something; none is undefined. */
  alphaBand: number | undefined
  /** Red, green and blue of each value, 16 bits each, all reds first. */
  palette: Float64Array | undefined
  /** What its markup says of each band. */
  bandItems: BandItems
  /** What its file says that it is not good for. */
  notGoodFor: Purpose[]
  /** As the file says; empty when it doesn't. */
  software: string
  transform: GeoTransform | undefined
  /** Places tied to pixels, where these make no grid. */
  tiePoints: number
  geoKeys: GeoKeys | undefined
  /** The tags in which the keys are stored, for a copy of the raster. */
  geoTags: GeoTags | undefined
}

export type GeoTags = { directory: Float64Array; doubles: Float64Array; text: string }

/** GeoTIFF's keys by number: a short, a list of numbers, or a text. */
export type GeoKeys = ReadonlyMap<number, number | readonly number[] | string>

/** Twelve bands of a multispectral camera and a margin. */
const BANDS_MAX = 64
const SIDE_MAX = 4_000_000
/** A square kilometre in pixels of 6 mm. However few bytes they take, each is read and written. */
const PIXELS_MAX = 28_000_000_000
/** What a decoded block may take. */
export const BLOCK_BYTES_MAX = MiB(512)

const SAMPLE_TYPES = new Map<string, SampleType>([
  ['1-1', 'uint8'],
  ['8-1', 'uint8'],
  ['8-2', 'int8'],
  // Of cameras, packed without gaps.
  ['10-1', 'uint16'],
  ['12-1', 'uint16'],
  ['14-1', 'uint16'],
  ['16-1', 'uint16'],
  ['16-2', 'int16'],
  ['32-1', 'uint32'],
  ['32-2', 'int32'],
  ['32-3', 'float32'],
  ['64-3', 'float64'],
])

/** By the number in its tag. */
const LERC_PACKINGS = ['none', 'deflate', 'zstd'] as const
const REDUCED = 1
const MASK = 4
const PIXEL_IS_POINT = 2
const RASTER_TYPE_KEY = 1025

export type MaskedRaster = { raster: Raster; mask: Raster | undefined }

/** The raster at full size, with its mask where it has one. @throws UnreadableRaster */
export function findRaster(tiff: TiffDirectories): MaskedRaster {
  const [full] = findLevels(tiff)
  if (!full) throw damaged('it has no image')
  return full
}

/** The raster at full size and its overviews, from large to small, each with its mask. @throws UnreadableRaster */
export function findLevels({ directories, isLittleEndian }: TiffDirectories): MaskedRaster[] {
  const [first] = directories
  const full = directories.find((directory) => (kindOf(directory) & (REDUCED | MASK)) === 0) ?? first
  const describe = (directory: Directory) => describeDirectory(directory, isLittleEndian)
  const overviews = directories.filter((one) => one !== full && (kindOf(one) & (REDUCED | MASK)) === REDUCED)
  const masks = directories.filter((directory) => (kindOf(directory) & MASK) !== 0).map(describe)
  return [...(full ? [full] : []), ...overviews]
    .map(describe)
    .map((raster) => ({ raster, mask: masks.find((mask) => mask.bands === 1 && isOfSize(mask, raster)) }))
    .sort((a, b) => b.raster.width - a.raster.width)
}

const isOfSize = (a: Raster, b: Raster): boolean => a.width === b.width && a.height === b.height

const kindOf = (directory: Directory): number => numberOf(directory, TAG.subfileType, 0)

function describeDirectory(directory: Directory, isLittleEndian: boolean): Raster {
  const width = sideOf(directory, TAG.width)
  const height = sideOf(directory, TAG.height)
  if (width * height > PIXELS_MAX)
    throw unsupported(
      `It has ${Math.round((width * height) / 1e9)} thousand million pixels; at most ${PIXELS_MAX / 1e9} can be shown. Export it in pieces, or with larger pixels.`,
    )
  const bands = numberOf(directory, TAG.samplesPerPixel, 1)
  if (!Number.isInteger(bands) || bands < 1) throw damaged('it has no bands')
  if (bands > BANDS_MAX) throw unsupported(`It has ${bands} bands; at most ${BANDS_MAX} can be shown.`)
  const { bits, sampleType } = samplesOf(directory, bands)
  const isPlanar = bands > 1 && numberOf(directory, TAG.planarConfiguration, 1) === 2
  const block = blocksOf(directory, { width, height })
  const blockBytes = block.width * block.height * (isPlanar ? 1 : bands) * Math.ceil(bits / 8)
  if (blockBytes > BLOCK_BYTES_MAX)
    throw unsupported(
      'It is stored in blocks of more than 500 MB. Export it with tiles, for example as a cloud-optimised GeoTIFF.',
    )
  const count = block.across * block.down * (isPlanar ? bands : 1)
  const offsets = numbersOf(directory, block.isStrip ? TAG.stripOffsets : TAG.tileOffsets) ?? new Float64Array()
  const byteCounts =
    numbersOf(directory, block.isStrip ? TAG.stripByteCounts : TAG.tileByteCounts) ?? new Float64Array()
  if (offsets.length < count || byteCounts.length < count) throw damaged('it does not say where all its pixels are')
  const tables = numbersOf(directory, TAG.jpegTables)
  const geoTags = geoTagsOf(directory)
  const geoKeys = geoTags && geoKeysOf(geoTags)
  const transform = transformOf(directory, geoKeys)
  return {
    width,
    height,
    bands,
    sampleType,
    bits,
    isLittleEndian,
    isPlanar,
    compression: numberOf(directory, TAG.compression, 1),
    predictor: numberOf(directory, TAG.predictor, 1),
    photometric: numberOf(directory, TAG.photometric, 1),
    block,
    offsets,
    byteCounts,
    jpegTables: tables && Uint8Array.from(tables),
    lercPacking: LERC_PACKINGS[numbersOf(directory, TAG.lercParameters)?.[1] ?? 0] ?? 'none',
    nodata: nodataOf(directory, sampleType),
    alphaBand: alphaBandOf(directory, bands),
    palette: numbersOf(directory, TAG.colorMap),
    bandItems: bandItemsOf(textOf(directory, TAG.gdalMetadata), bands),
    notGoodFor: notGoodForOf(directory),
    software: textOf(directory, TAG.software),
    transform,
    tiePoints: transform ? 0 : Math.floor((numbersOf(directory, TAG.modelTiepoint)?.length ?? 0) / 6),
    geoKeys,
    geoTags,
  }
}

function numbersOf(directory: Directory, tag: number): Float64Array | undefined {
  const values = directory.get(tag)
  return typeof values === 'string' ? undefined : values
}

const numberOf = (directory: Directory, tag: number, otherwise: number): number =>
  numbersOf(directory, tag)?.[0] ?? otherwise

function textOf(directory: Directory, tag: number): string {
  const values = directory.get(tag)
  return typeof values === 'string' ? values : ''
}

function sideOf(directory: Directory, tag: number): number {
  const pixels = numberOf(directory, tag, 0)
  if (!Number.isInteger(pixels) || pixels < 1) throw damaged('it has no width or height')
  if (pixels > SIDE_MAX) throw unsupported(`It is ${pixels} pixels wide or high; at most ${SIDE_MAX} can be shown.`)
  return pixels
}

function samplesOf(directory: Directory, bands: number): { bits: number; sampleType: SampleType } {
  const all = numbersOf(directory, TAG.bitsPerSample) ?? Float64Array.of(1)
  const formats = numbersOf(directory, TAG.sampleFormat) ?? Float64Array.of(1)
  const [bits = 1] = all
  const [format = 1] = formats
  if (all.subarray(0, bands).some((one) => one !== bits) || formats.subarray(0, bands).some((one) => one !== format))
    throw unsupported('Its bands have different data types.')
  const sampleType = SAMPLE_TYPES.get(`${bits}-${format}`)
  if (!sampleType || (bits === 1 && bands > 1))
    throw unsupported(`Its pixels are stored in ${bits} bits, which can't be shown.`)
  return { bits, sampleType }
}

function blocksOf(directory: Directory, { width, height }: { width: number; height: number }): Raster['block'] {
  const isStrip = !directory.has(TAG.tileOffsets)
  const blockWidth = isStrip ? width : numberOf(directory, TAG.tileWidth, 0)
  const rows = isStrip
    ? Math.min(numberOf(directory, TAG.rowsPerStrip, height), height)
    : numberOf(directory, TAG.tileLength, 0)
  if (!Number.isInteger(blockWidth) || !Number.isInteger(rows) || blockWidth < 1 || rows < 1)
    throw damaged('its blocks have no size')
  return {
    width: blockWidth,
    height: rows,
    across: Math.ceil(width / blockWidth),
    down: Math.ceil(height / rows),
    isStrip,
  }
}

/** GDAL writes it as text; of float32 it may have fewer digits than the pixels. */
function nodataOf(directory: Directory, sampleType: SampleType): number | undefined {
  const text = textOf(directory, TAG.gdalNodata).trim()
  if (text === '') return undefined
  const value = Number(text.replace(/^([+-]?)inf$/i, '$1Infinity'))
  if (Number.isNaN(value) && text.toLowerCase() !== 'nan') return undefined
  return sampleType === 'float32' ? Math.fround(value) : value
}

const ALPHA = [1, 2]

function alphaBandOf(directory: Directory, bands: number): number | undefined {
  const extra = numbersOf(directory, TAG.extraSamples) ?? new Float64Array()
  const at = extra.findIndex((meaning) => ALPHA.includes(meaning))
  const band = bands - extra.length + at
  return at < 0 || band < 0 ? undefined : band
}

/** What our engines make lists it in NOT_GOOD_FOR; of the elevation of earlier previews it is their accuracy that says it. */
function notGoodForOf(directory: Directory): Purpose[] {
  const metadata = textOf(directory, TAG.gdalMetadata)
  const [, listed = ''] = /<Item name="NOT_GOOD_FOR">([^<]{0,200})<\/Item>/.exec(metadata) ?? []
  const isPreview = /<Item name="ACCURACY">preview, GPS accuracy<\/Item>/.test(metadata)
  const purposes = [...listed.split(',').map((one) => one.trim()), ...(isPreview ? ['plant heights'] : [])]
  return PURPOSES.filter((purpose) => purposes.includes(purpose))
}

function transformOf(directory: Directory, keys: GeoKeys | undefined): GeoTransform | undefined {
  const corner = matrixOf(directory) ?? scaleOf(directory)
  if (!corner) return undefined
  if (!corner.every(Number.isFinite) || corner[0] * corner[4] - corner[1] * corner[3] === 0) return undefined
  if (keys?.get(RASTER_TYPE_KEY) !== PIXEL_IS_POINT) return corner
  const [a, b, c, d, e, f] = corner
  return [a, b, c - (a + b) / 2, d, e, f - (d + e) / 2]
}

function matrixOf(directory: Directory): GeoTransform | undefined {
  const matrix = numbersOf(directory, TAG.modelTransformation)
  if (!matrix || matrix.length < 8) return undefined
  const [a = 0, b = 0, , c = 0, d = 0, e = 0, , f = 0] = matrix
  return [a, b, c, d, e, f]
}

function scaleOf(directory: Directory): GeoTransform | undefined {
  const scale = numbersOf(directory, TAG.modelPixelScale)
  const tie = numbersOf(directory, TAG.modelTiepoint)
  if (!scale || !tie || scale.length < 2 || tie.length < 6) return undefined
  const [across = 0, down = 0] = scale
  const [column = 0, row = 0, , x = 0, y = 0] = tie
  return [across, 0, x - column * across, 0, -down, y + row * down]
}

function geoTagsOf(directory: Directory): GeoTags | undefined {
  const keys = numbersOf(directory, TAG.geoKeyDirectory)
  const doubles = numbersOf(directory, TAG.geoDoubleParams) ?? new Float64Array()
  return keys && { directory: keys, doubles, text: textOf(directory, TAG.geoAsciiParams) }
}

function geoKeysOf({ directory, doubles, text }: GeoTags): GeoKeys {
  const keys = new Map<number, number | readonly number[] | string>()
  const letters = new TextEncoder().encode(text)
  const textAt = (from: number, count: number) => new TextDecoder().decode(letters.subarray(from, from + count))
  for (let at = 4; at + 3 < directory.length; at += 4) {
    const [key = 0, location = 0, count = 0, value = 0] = directory.subarray(at, at + 4)
    if (location === 0) keys.set(key, value)
    else if (location === TAG.geoDoubleParams) keys.set(key, [...doubles.subarray(value, value + count)])
    else if (location === TAG.geoAsciiParams) keys.set(key, textAt(value, count).replace(/\|$/, ''))
  }
  return keys
}
