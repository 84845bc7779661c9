import Projection from 'ol/proj/Projection.js'
import type { ReadyMap } from './look.ts'

/** All views and layers are in one plane: which coordinates it has, the frame of a map knows. */
export const PLANE = new Projection({ code: 'plane', units: 'm' })

/** A place in it. */
export type Point = readonly [x: number, y: number]

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
  toMap: (x: number, y: number) => Point
  fromMap: (x: number, y: number) => Point
  /** Of the view, so that north is up: radians clockwise. Null where north is unknown. */
  rotation: number | null
}

type Affine = NonNullable<ReadyMap['transform']>

/**
 * Maps with metres or feet lie in their own coordinates, and those with longitude and latitude in a plane of metres, which is
 * right within 0.1 % for a field. A rotated map lies in a plane turned with it. What has no place lies in its pixels.
 */
export function frameOf(map: ReadyMap): MapFrame {
  const { transform, crs, width, height, mapId } = map
  const inPixels: MapFrame = {
    extent: [0, -height, width, 0],
    pixel: [1, 1],
    metres: null,
    key: mapId,
    toMap: (x, y) => [x, -y],
    fromMap: (x, y) => [x, -y],
    rotation: null,
  }
  if (!transform || !crs) return inPixels
  const [a, b, , d, e] = transform
  if (b === 0 && d === 0) return a > 0 && e < 0 ? alongAxes(map, transform, crs) : inPixels
  const side = Math.hypot(a, d)
  // A turn alone, without a stretch, a slant or a mirror.
  const isTurned = crs.metresPerUnit !== null && Math.hypot(a + e, b - d) < side * TURN_TOLERANCE
  return isTurned ? { ...inPixels, ...turned(map, transform), metres: crs.metresPerUnit } : inPixels
}

const TURN_TOLERANCE = 1e-3

function alongAxes({ width, height }: ReadyMap, transform: Affine, crs: NonNullable<ReadyMap['crs']>): MapFrame {
  const [a, , c, , e, f] = transform
  const plane = crs.metresPerUnit === null ? planeOfDegrees([c + (a * width) / 2, f + (e * height) / 2]) : SAME_PLANE
  const { origin, scale } = plane
  const toPlane = (x: number, y: number) => [(x - origin[0]) * scale[0], (y - origin[1]) * scale[1]] as const
  const [left, top] = toPlane(c, f)
  const [right, bottom] = toPlane(c + a * width, f + e * height)
  return {
    extent: [left, bottom, right, top],
    pixel: [(right - left) / width, (top - bottom) / height],
    metres: crs.metresPerUnit ?? 1,
    key: `${crs.proj4} ${origin.join(' ')}`,
    toMap: (x, y) => [x / scale[0] + origin[0], y / scale[1] + origin[1]],
    fromMap: toPlane,
    rotation: 0,
  }
}

type Plane = { origin: readonly [number, number]; scale: readonly [number, number] }

const SAME_PLANE: Plane = { origin: [0, 0], scale: [1, 1] }
/** Maps of one field get the same plane. */
const ORIGIN_STEP_DEGREES = 0.05
/** WGS84. */
const EQUATOR_RADIUS = 6_378_137
const ECCENTRICITY_SQUARED = 0.00669437999014
const DEGREE = Math.PI / 180

/** Metres of a degree along the parallel and the meridian near a place. */
function planeOfDegrees([lon, lat]: readonly [number, number]): Plane {
  const [originLon, originLat] = [lon, lat].map((at) => Math.round(at / ORIGIN_STEP_DEGREES) * ORIGIN_STEP_DEGREES)
  const origin = [originLon ?? 0, originLat ?? 0] as const
  const curve = 1 - ECCENTRICITY_SQUARED * Math.sin(origin[1] * DEGREE) ** 2
  return {
    origin,
    scale: [
      (DEGREE * EQUATOR_RADIUS * Math.cos(origin[1] * DEGREE)) / Math.sqrt(curve),
      (DEGREE * EQUATOR_RADIUS * (1 - ECCENTRICITY_SQUARED)) / curve ** 1.5,
    ],
  }
}

function turned({ width, height }: ReadyMap, [a, b, c, d, e, f]: Affine) {
  const side = Math.hypot(a, d)
  const extent: MapFrame['extent'] = [0, -height * side, width * side, 0]
  const toMap = (x: number, y: number) => {
    const [column, row] = [x / side, -y / side]
    return [a * column + b * row + c, d * column + e * row + f] as const
  }
  const fromMap = (x: number, y: number) => {
    const [right, up] = [(x - c) / side, (y - f) / side]
    return [a * right + d * up, -(b * right + e * up)] as const
  }
  return { extent, pixel: [side, side] as const, toMap, fromMap, rotation: -Math.atan2(d, a) }
}
