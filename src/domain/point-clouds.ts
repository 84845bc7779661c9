import { extensionOf } from './archive/file-types.ts'

/** Counts the ways in which points were thinned. A higher one does it again. */
export const POINTS_MAKER = 1

export const isPointCloud = (fileName: string): boolean => ['las', 'laz'].includes(extensionOf(fileName))

/** The thinned points of a report file, or why there are none; `maker` is the version of what tried. */
export type FilePoints = {
  maker: number
  reason: string | null
  points: PointsFacts | null
}

export type PointsFacts = {
  /** In the file. */
  count: number
  /** One of so many is shown. */
  step: number
  shown: number
  hasColours: boolean
  /** In the coordinates of the file; positions are relative to it. */
  centre: [number, number, number]
}

/** Of a point: three 32-bit numbers; then, where there are any, a byte each for red, green and blue. */
export const pointBytes = ({ shown, hasColours }: Pick<PointsFacts, 'shown' | 'hasColours'>): number =>
  shown * (hasColours ? 15 : 12)
