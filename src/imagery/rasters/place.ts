// Where on Earth a raster lies, and how large its pixels are there.
import type { Crs, GeoTransform, RasterFacts } from '#domain/maps.ts'
import { lonLatOf } from './crs.ts'

type Placed = { width: number; height: number; transform: GeoTransform | null; crs: Crs | null }

const EDGE_POINTS = 8
/** WGS84. */
const EQUATOR_RADIUS = 6_378_137
const ECCENTRICITY_SQUARED = 0.00669437999014
const DEGREE = Math.PI / 180

/** Null for what the file does not say, or says in a way that lies nowhere on Earth. */
export function placeOf({ width, height, transform, crs }: Placed): Pick<RasterFacts, 'gsdCm' | 'bounds'> {
  if (!transform || !crs) return { gsdCm: null, bounds: null }
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
  const [lons, lats] = [points.map(([lon]) => lon), points.map(([, lat]) => lat)]
  const [, lat] = at(width / 2, height / 2)
  return {
    gsdCm: pixelMetres(transform, crs, lat) * 100,
    bounds: [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)],
  }
}

const isOnEarth = ([lon, lat]: readonly [number, number]): boolean => Math.abs(lon) <= 180 && Math.abs(lat) <= 90

/** The side of a square as large as a pixel. */
function pixelMetres([a, b, , d, e]: GeoTransform, { metresPerUnit }: Crs, lat: number): number {
  const side = Math.sqrt(Math.abs(a * e - b * d))
  if (metresPerUnit !== null) return side * metresPerUnit
  const curve = 1 - ECCENTRICITY_SQUARED * Math.sin(lat * DEGREE) ** 2
  const north = (EQUATOR_RADIUS * (1 - ECCENTRICITY_SQUARED)) / curve ** 1.5
  const east = (EQUATOR_RADIUS * Math.cos(lat * DEGREE)) / Math.sqrt(curve)
  return side * DEGREE * Math.sqrt(north * east)
}
