import type { ControlPointFormat } from '#domain/flights.ts'
import type { StatedError } from '../photos/position-error.ts'
import type { FileCrs } from '../plot-files/file-crs.ts'

/** An entry of an archive that may tell places. */
export type ArchiveFile = {
  /** With its folders. */
  name: string
  /** Null where only its name is known: it is too large, encrypted or damaged, or of a kind that is not read. */
  bytes: Uint8Array | null
}

/** Coordinates as the file has them; `z` is metres. */
export type SourcePoint = {
  label: string
  x: number
  y: number
  z: number | null
  /** Of where a photo was taken, as the file states it. */
  error?: StatedError
}

/** A point in a photo, in pixels from the top left. */
export type Mark = { label: string; photo: string; x: number; y: number }

/** Which of x and y goes east. `by-crs`: as the definition of the coordinate system orders its axes. */
export type Axes = 'east-first' | 'by-crs' | 'unknown'

/** What a file says, before anything is placed on the ground. */
export type ControlPointSource = {
  file: string
  format: ControlPointFormat
  points: SourcePoint[]
  /** Of `plot-boundaries` and `flight-plan`, whose places are not taken over. */
  shapes: number
  marks: Mark[]
  /** Of `photo-positions`, the names of the photos. */
  photos: string[]
  /** As the file says it. */
  crs: FileCrs | null
  axes: Axes
  /** Words of its heading or of its values say that they are degrees. */
  isDegrees: boolean
  /** Of a unit of x and y, by words of the heading; null where these say nothing. */
  metresPerUnit: number | null
  /** Of `dji-mrk`, positions with a fixed solution. */
  fixed: number
  /** Rows that can't be read. */
  skipped: number
  /** A table that may be something else, such as a list of plots, counts only where its points lie among the photos. */
  isCertain: boolean
}

/** Longer ones are cut: no program has such. */
const [LABEL_MAX, PHOTO_MAX] = [100, 255]
const cut = <T extends { label: string }>(one: T): T =>
  one.label.length > LABEL_MAX ? { ...one, label: one.label.slice(0, LABEL_MAX) } : one
const cutPhoto = (photo: string): string => photo.slice(-PHOTO_MAX)

export const sourceOf = (
  file: string,
  format: ControlPointFormat,
  { points = [], marks = [], photos = [], ...found }: Partial<ControlPointSource> = {},
): ControlPointSource => ({
  file,
  format,
  points: points.map(cut),
  shapes: 0,
  marks: marks.map((mark) => ({ ...cut(mark), photo: cutPhoto(mark.photo) })),
  photos: photos.map(cutPhoto),
  crs: null,
  axes: 'east-first',
  isDegrees: false,
  metresPerUnit: null,
  fixed: 0,
  skipped: 0,
  isCertain: true,
  ...found,
})

const IMAGE = /\.(?:jpe?g|tiff?|dng|png)$/i
export const isImageName = (text: string): boolean => IMAGE.test(text)

/** Without the folders, of any system. */
export const lastPart = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
