// The tags of Exif that tell where, when and with what a photo was taken (CIPA DC-008).
import type { ReadRange } from '#domain/archive/byte-reader.ts'
import { type Directory, readDirectories } from '../rasters/tiff-directories.ts'
import { TAG as TIFF_TAG } from '../rasters/tiff-tags.ts'

/** Directories of a photo: the first of the file, those of Exif and GPS, that of the small picture, and pictures that lie below. */
export type Exif = {
  isLittleEndian: boolean
  main: Directory
  exif: Directory
  gps: Directory
  thumbnail: Directory
  pictures: readonly Directory[]
}

export const TAG = {
  ...TIFF_TAG,
  make: 271,
  model: 272,
  orientation: 274,
  subDirectories: 330,
  thumbnailOffset: 513,
  thumbnailBytes: 514,
  xmp: 700,
  exposureTime: 33_434,
  fNumber: 33_437,
  exif: 34_665,
  gps: 34_853,
  iso: 34_855,
  takenAt: 36_867,
  zoneOfTakenAt: 36_881,
  focalLength: 37_386,
  makerNote: 37_500,
  fractionOfTakenAt: 37_521,
  statedWidth: 40_962,
  statedHeight: 40_963,
  focalPlaneX: 41_486,
  focalPlaneUnit: 41_488,
  focalLength35: 41_989,
  serial: 42_033,
} as const

export const GPS_TAG = {
  latReference: 1,
  lat: 2,
  lonReference: 3,
  lon: 4,
  altitudeReference: 5,
  altitude: 6,
  time: 7,
  date: 29,
  errorMetres: 31,
} as const

const NOTHING: Directory = new Map()
/** Pictures of a DNG. */
const PICTURES_MAX = 16

/** Of a TIFF, or of the TIFF within a JPEG, of `size` bytes. @throws UnreadableRaster */
export async function readExif(size: number, readRange: ReadRange): Promise<Exif> {
  const { isLittleEndian, directories, readDirectoryAt } = await readDirectories(size, readRange)
  const [main = NOTHING, second = NOTHING] = directories
  const at = async (tag: number): Promise<Directory> => {
    const place = numberOf(main, tag)
    return place === null ? NOTHING : readDirectoryAt(place)
  }
  const below = main.get(TAG.subDirectories)
  const pictures = [main]
  if (below instanceof Float64Array)
    for (const place of below.subarray(0, PICTURES_MAX)) pictures.push(await readDirectoryAt(place))
  return { isLittleEndian, main, exif: await at(TAG.exif), gps: await at(TAG.gps), thumbnail: second, pictures }
}

/** The first value; null where it is missing, or no number. */
export function numberOf(directory: Directory, tag: number): number | null {
  const [value] = numbersOf(directory, tag)
  return value === undefined || !Number.isFinite(value) ? null : value
}

export function numbersOf(directory: Directory, tag: number): readonly number[] {
  const values = directory.get(tag)
  return values instanceof Float64Array ? [...values.subarray(0, 8)] : []
}

export function textOf(directory: Directory, tag: number): string | null {
  const value = directory.get(tag)
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? null : text
}
