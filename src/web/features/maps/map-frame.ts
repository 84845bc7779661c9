import Projection from 'ol/proj/Projection.js'
import type { ReadyMap } from './look.ts'

/** All views and layers are in one plane: which coordinates it has, the frame of a map knows. */
export const PLANE = new Projection({ code: 'plane', units: 'm' })

/** The plane in which a map is drawn. */
export type MapFrame = {
  extent: [left: number, bottom: number, right: number, top: number]
  /** Width and height of a pixel in units of the plane. */
  pixel: readonly [number, number]
  /** Metres of a unit; null in a plane of pixels, where nothing can be measured. */
  metres: number | null
  /** Maps with the same key lie in the same plane. */
  key: string
  /** Of the map's own coordinate system. */
  toMap: (x: number, y: number) => readonly [number, number]
}

const METRES_PER_DEGREE = 111_320

/**
 * Maps with metres or feet lie in their own coordinates. Longitude and latitude become a plane of metres around the middle
 * of the map, which is exact enough for a field. What has no place, or is rotated, lies in its pixels.
 */
export function frameOf({ transform, crs, width, height, mapId, bounds }: ReadyMap): MapFrame {
  const [a, b, c, d, e, f] = transform ?? [0, 0, 0, 0, 0, 0]
  if (!transform || !crs || b !== 0 || d !== 0 || a <= 0 || e >= 0)
    return {
      extent: [0, -height, width, 0],
      pixel: [1, 1],
      metres: null,
      key: mapId,
      toMap: (x, y) => [x, -y],
    }
  const isDegrees = crs.metresPerUnit === null
  const [west, south, east, north] = bounds ?? [0, 0, 0, 0]
  const scaleY = isDegrees ? METRES_PER_DEGREE : 1
  const scaleX = isDegrees ? METRES_PER_DEGREE * Math.cos((((south + north) / 2) * Math.PI) / 180) : 1
  const [originX, originY] = isDegrees ? [(west + east) / 2, (south + north) / 2] : [0, 0]
  const toPlane = (x: number, y: number) => [(x - originX) * scaleX, (y - originY) * scaleY] as const
  const [left, top] = toPlane(c, f)
  const [right, bottom] = toPlane(c + a * width, f + e * height)
  return {
    extent: [left, bottom, right, top],
    pixel: [(right - left) / width, (top - bottom) / height],
    metres: crs.metresPerUnit ?? 1,
    key: isDegrees ? mapId : crs.proj4,
    toMap: (x, y) => [x / scaleX + originX, y / scaleY + originY],
  }
}
