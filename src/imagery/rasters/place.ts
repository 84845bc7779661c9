// Where on Earth a raster lies, and how large its pixels are there.
import type { Crs, GeoTransform, RasterFacts } from '#domain/maps.ts'
import { lonLatOf } from './crs.ts'

type PlacedRaster = { width: number; height: number; transform: GeoTransform; crs: Crs }
type MaybePlaced = Pick<RasterFacts, 'width' | 'height' | 'transform' | 'crs'>

const EDGE_POINTS = 8
/** WGS84. */
const EQUATOR_RADIUS = 6_378_137
const ECCENTRICITY_SQUARED = 0.00669437999014
const DEGREE = Math.PI / 180
const STEP_METRES = 100
const STEP_DEGREES = 0.001

/** Null for what the file does not say, or says in a way that lies nowhere on Earth. */
export function placeOf({ width, height, transform, crs }: MaybePlaced): Pick<RasterFacts, 'gsdCm' | 'bounds'> {
  if (!transform || !crs) return { gsdCm: null, bounds: null }
  const placed = { width, height, transform, crs }
  const at = (column: number, row: number): [number, number] => {
    const [a, b, c, d, e, f] = transform
    return lonLatOf(crs, [a * column + b * row + c, d * column + e * row + f])
  }
  const steps = Array.from({ length: EDGE_POINTS + 1 }, (_, step) => step / EDGE_POINTS)
  const points = steps.flatMap((step) => [
    at(step * width, 0),
    at(step * width, height),
    at(0, step * height),
    at(width, step * height),
  ])
  if (!points.every(isOnEarth)) return { gsdCm: null, bounds: null }
  const lats = points.map(([, lat]) => lat)
  const [west, east] = westAndEast(points.map(([lon]) => lon))
  return { gsdCm: pixelMetres(placed) * 100, bounds: [west, Math.min(...lats), east, Math.max(...lats)] }
}

type Unplaced = Pick<RasterFacts, 'transform' | 'tiePoints' | 'crs' | 'unknownCrs' | 'bounds'>

/** Why a raster has no place on Earth, and what to do about it, in sentences; null when it has one. */
export function whyNoPlace({ transform, tiePoints, crs, unknownCrs, bounds }: Unplaced): string | null {
  if (!transform)
    return tiePoints > 0
      ? `It has no place: the file ties ${tiePoints} of its pixels to places, but has no grid. Warp it to a coordinate system in a GIS (in QGIS: Raster, Projections, Warp), and attach the result.`
      : 'It has no place: the file says nothing of where its pixels lie. Attach its world file (.tfw) under the same name, or export the map again as a GeoTIFF.'
  if (!crs)
    return unknownCrs === null
      ? `It has no place: the file names no coordinate system. ${STATE_CODE}`
      : `It has no place: its coordinate system, “${unknownCrs}”, has no code and no datum that are known here. ${STATE_CODE}`
  return bounds
    ? null
    : `It has no place: its coordinates lie outside of ${crs.name}, so that system is a wrong one. ${STATE_CODE}`
}

const STATE_CODE = 'Its customer or staff can state the EPSG code under “Describe”.'

/** West is greater than east where a raster lies on both sides of 180 degrees. */
function westAndEast(lons: readonly number[]): [west: number, east: number] {
  const first = Math.min(...lons.filter((lon) => lon >= 0))
  const last = Math.max(...lons.filter((lon) => lon < 0))
  const isAcross = Number.isFinite(first - last) && first - last > 180
  return isAcross ? [first, last] : [Math.min(...lons), Math.max(...lons)]
}

const isOnEarth = ([lon, lat]: readonly [number, number]): boolean => Math.abs(lon) <= 180 && Math.abs(lat) <= 90

/** The side of a square on the ground as large as the pixel at the centre, whatever the scale of its projection there. */
function pixelMetres({ width, height, transform, crs }: PlacedRaster): number {
  const [a, b, c, d, e, f] = transform
  const [x, y] = [(a * width + b * height) / 2 + c, (d * width + e * height) / 2 + f]
  const step = crs.metresPerUnit === null ? STEP_DEGREES : STEP_METRES / crs.metresPerUnit
  const lat = lonLatOf(crs, [x, y])[1] * DEGREE
  const curve = 1 - ECCENTRICITY_SQUARED * Math.sin(lat) ** 2
  const metresNorth = (DEGREE * EQUATOR_RADIUS * (1 - ECCENTRICITY_SQUARED)) / curve ** 1.5
  const metresEast = (DEGREE * EQUATOR_RADIUS * Math.cos(lat)) / Math.sqrt(curve)
  /** Degrees for each unit along x or y. */
  const slope = (dx: number, dy: number): [lon: number, lat: number] => {
    const [from, to] = [lonLatOf(crs, [x - dx, y - dy]), lonLatOf(crs, [x + dx, y + dy])]
    return [(to[0] - from[0]) / (2 * step), (to[1] - from[1]) / (2 * step)]
  }
  const [alongX, alongY] = [slope(step, 0), slope(0, step)]
  const ground = Math.abs(alongX[0] * alongY[1] - alongX[1] * alongY[0]) * metresNorth * metresEast
  return Math.sqrt(Math.abs(a * e - b * d) * ground)
}
