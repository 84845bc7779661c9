// What a photo says of itself, from the head and the tail of its bytes.
import type { ReadRange } from '#domain/archive/byte-reader.ts'
import { KiB } from '#domain/units.ts'
import { type Directory, type TagValues } from '../rasters/tiff-directories.ts'
import { UnreadableRaster } from '../rasters/unreadable.ts'
import { type Exif, numberOf, numbersOf, readExif, TAG, textOf } from './exif.ts'
import { hasJpegEnd, type JpegHead, readJpegHead } from './jpeg-head.ts'
import type { Photo } from './photo.ts'
import { NO_PIXELS, type PhotoPixels, pixelsOfJpeg } from './pixels/photo-pixels.ts'
import { readTiffPixels } from './pixels/tiff-pixels.ts'
import { readAttitude } from './read-attitude.ts'
import { readBand } from './read-band.ts'
import { readHeight, readRtk, readSpeed } from './read-flight.ts'
import { readPosition } from './read-position.ts'
import { readTakenAt } from './read-time.ts'
import { byMakers, numberIn, readXmp, textIn, type Xmp } from './xmp.ts'

export type PhotoBytes = {
  size: number
  readRange: ReadRange
  /** Whether the end of a JPEG can be looked at without reading all of it. */
  isSeekable?: boolean
}

export type FoundPhoto = {
  photo: Photo
  /** The small JPEG that Exif holds, if there is one. */
  thumbnail: Uint8Array<ArrayBuffer> | null
  pixels: PhotoPixels
}

/**
 * Some of its pixels are looked at where `withPixels` says so.
 * @returns null for what is neither a JPEG nor a TIFF. Rejects with errors of `readRange` only.
 */
export async function readPhoto(bytes: PhotoBytes, withPixels = false): Promise<FoundPhoto | null> {
  const { size, readRange } = bytes
  const [first = 0, second = 0, third = 0, fourth = 0] = size < 4 ? [] : await readRange(0, 4)
  if (first === 0xff && second === 0xd8 && third === 0xff) return readJpeg(bytes, withPixels)
  const isTiff =
    (first === 0x49 && second === 0x49 && third === 42) || (first === 0x4d && second === 0x4d && fourth === 42)
  return isTiff ? readTiff(bytes, withPixels) : null
}

async function readJpeg({ size, readRange, isSeekable = true }: PhotoBytes, withPixels: boolean): Promise<FoundPhoto> {
  const head = await readJpegHead(size, readRange)
  const bytes = head.exif
  const exif =
    bytes && (await orDamaged(readExif(bytes.length, (from, to) => Promise.resolve(bytes.subarray(from, to)))))
  const isCutOff = head.isCutOff || (isSeekable && !(await hasJpegEnd(size, readRange)))
  const xmp = readXmp(head.xmp ?? '')
  const photo = describe({ exif, xmp }, { type: 'jpeg', width: head.width, height: head.height, isCutOff })
  const thumbnail = exif && bytes ? thumbnailOf(exif, bytes) : null
  const start = withPixels ? await readStart(head, { size, readRange }) : null
  return { photo, thumbnail, pixels: pixelsOfJpeg(thumbnail, start) }
}

/** Of its pixels. It is at the top of all photos alike. */
const START_BYTES = KiB(64)

/** The tables of its pixels, and the first of them. */
async function readStart({ tables }: JpegHead, { size, readRange }: PhotoBytes): Promise<Uint8Array | null> {
  if (!tables) return null
  const { from, bytes } = tables
  const [known, end] = [from + bytes.length, Math.min(size, from + START_BYTES)]
  if (known >= end) return bytes.subarray(0, end - from)
  const all = new Uint8Array(end - from)
  all.set(bytes)
  all.set(await readRange(known, end), bytes.length)
  return all
}

async function readTiff({ size, readRange }: PhotoBytes, withPixels: boolean): Promise<FoundPhoto> {
  // Where the directory lies at the end, reading ahead from the start is in vain.
  const sparing: ReadRange = (from, to) => readRange(from, from === 0 ? Math.min(to, TIFF_HEAD_BYTES) : to)
  const exif = await orDamaged(readExif(size, sparing))
  const largest = exif?.pictures.reduce((one, other) => (areaOf(other) > areaOf(one) ? other : one)) ?? new Map()
  const [width, height] = [numberOf(largest, TAG.width), numberOf(largest, TAG.height)]
  const xmp = readXmp(textOfBytes(exif?.main.get(TAG.xmp)))
  const isCutOff = endOf(largest) > size
  const photo = describe({ exif, xmp }, { type: 'tiff', width, height, isCutOff })
  const isLooked = withPixels && exif && !isCutOff
  const { isLittleEndian = true } = exif ?? {}
  const pixels = isLooked ? await readTiffPixels(largest, { size, readRange, isLittleEndian }) : null
  return { photo, thumbnail: null, pixels: pixels ?? NO_PIXELS }
}

const TIFF_HEAD_BYTES = 16

/** Undefined for what can't be read. */
async function orDamaged<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof UnreadableRaster) return undefined
    throw error
  }
}

const areaOf = (picture: Directory): number =>
  (numberOf(picture, TAG.width) ?? 0) * (numberOf(picture, TAG.height) ?? 0)

/** Behind the last byte of the pixels. */
function endOf(picture: Directory): number {
  const valuesOf = (...tags: number[]): TagValues | undefined => tags.map((tag) => picture.get(tag)).find(Boolean)
  const offsets = valuesOf(TAG.stripOffsets, TAG.tileOffsets)
  const counts = valuesOf(TAG.stripByteCounts, TAG.tileByteCounts)
  if (!(offsets instanceof Float64Array) || !(counts instanceof Float64Array)) return 0
  return offsets.reduce((end, offset, at) => Math.max(end, offset + (counts[at] ?? 0)), 0)
}

/** A copy, so that the bytes around it are not kept. */
function thumbnailOf({ thumbnail }: Exif, bytes: Uint8Array): FoundPhoto['thumbnail'] {
  const [from, length] = [numberOf(thumbnail, TAG.thumbnailOffset), numberOf(thumbnail, TAG.thumbnailBytes)]
  if (from === null || length === null || length < 2 || from + length > bytes.length) return null
  return bytes[from] === 0xff && bytes[from + 1] === 0xd8 ? Uint8Array.from(bytes.subarray(from, from + length)) : null
}

const textOfBytes = (values: TagValues | undefined): string =>
  values instanceof Float64Array ? new TextDecoder().decode(Uint8Array.from(values)) : (values ?? '')

type Said = { exif: Exif | null | undefined; xmp: Xmp }
type Picture = Pick<Photo, 'type' | 'width' | 'height' | 'isCutOff'>

function describe({ exif: found, xmp }: Said, picture: Picture): Photo {
  const empty: Directory = new Map()
  const { main, exif, gps } = found ?? { main: empty, exif: empty, gps: empty }
  const make = textOf(main, TAG.make) ?? textIn(xmp, 'tiff:Make')
  const model = textOf(main, TAG.model) ?? textIn(xmp, 'tiff:Model')
  const rtk = readRtk(xmp)
  return {
    ...picture,
    isMap:
      main.has(TAG.geoKeyDirectory) &&
      [TAG.modelPixelScale, TAG.modelTiepoint, TAG.modelTransformation].some((tag) => main.has(tag)),
    statedWidth: numberOf(exif, TAG.statedWidth),
    statedHeight: numberOf(exif, TAG.statedHeight),
    isDamaged: found === undefined,
    make,
    model,
    serial: textIn(xmp, 'drone-dji:CameraSerialNumber') ?? textOf(exif, TAG.serial),
    software: textOf(main, TAG.software),
    orientation: numberOf(main, TAG.orientation),
    ...readTakenAt(exif, gps, xmp),
    position: readPosition(gps, xmp, rtk),
    relativeAltitude: readHeight(xmp),
    attitude: readAttitude(xmp, { make, model }),
    lens: {
      focalMillimetres: positive(numberOf(exif, TAG.focalLength)),
      focal35Millimetres: positive(numberOf(exif, TAG.focalLength35)),
      focalPixels: positive(numberIn(xmp, ...byMakers('CalibratedFocalLength'))),
      sensorWidthMillimetres: sensorWidthOf(exif, picture.width),
      isDewarped: flagOf(numberIn(xmp, ...byMakers('DewarpFlag'))),
    },
    exposure: {
      seconds: positive(numberOf(exif, TAG.exposureTime)),
      iso: positive(numberOf(exif, TAG.iso)),
      fNumber: positive(numberOf(exif, TAG.fNumber)),
    },
    speedMetresPerSecond: readSpeed(xmp, exif),
    rtk,
    band: readBand(xmp),
  }
}

const positive = (value: number | null): number | null => (value !== null && value > 0 ? value : null)
const flagOf = (value: number | null): boolean | null => (value === null ? null : value !== 0)

/** Millimetres of a unit of the focal plane: none, inch, centimetre, millimetre. */
const FOCAL_PLANE_UNITS = new Map([
  [2, 25.4],
  [3, 10],
  [4, 1],
])

/** From the pixels of a unit of the focal plane, which count those of the picture that the camera took. */
function sensorWidthOf(exif: Directory, width: number | null): number | null {
  const [perUnit] = numbersOf(exif, TAG.focalPlaneX)
  const unit = FOCAL_PLANE_UNITS.get(numberOf(exif, TAG.focalPlaneUnit) ?? 2)
  const pixels = numberOf(exif, TAG.statedWidth) ?? width
  if (!perUnit || !(perUnit > 0) || unit === undefined || pixels === null) return null
  return (pixels / perUnit) * unit
}
