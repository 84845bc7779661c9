// Where plots lie in longitude and latitude.
import type { Crs } from '#domain/maps.ts'
import type { Bounds, MultiPolygon, Plot, Position } from '#domain/trials.ts'
import { lonLatsOf } from '../rasters/crs.ts'

export type PlacedPlots = {
  /** Null when the coordinates are longitudes and latitudes themselves. */
  lonLats: MultiPolygon[] | null
  /** Of each plot. */
  bounds: Bounds[]
  extent: Bounds
  /** Of all plots if x and y were the other way round. */
  swapped: Bounds
}

export function placePlots({ crs, plots }: { crs: Crs; plots: readonly Plot[] }): PlacedPlots {
  const toLonLat = crs.epsg === 4326 ? null : lonLatsOf(crs)
  const geometries = plots.map(({ geometry }) => geometry)
  const lonLats = toLonLat && geometries.map((geometry) => mapPoints(geometry, toLonLat))
  const bounds = (lonLats ?? geometries).map((geometry) => boundsOf(geometry.flat(2)))
  const swap = ([x, y]: Position): Position => (toLonLat ? toLonLat([y, x]) : [y, x])
  const corners = geometries.map((geometry) => geometry[0]?.[0]?.[0] ?? ([Number.NaN, Number.NaN] as const))
  return { lonLats, bounds, extent: unionOf(bounds), swapped: boundsOf(corners.map(swap)) }
}

const mapPoints = (geometry: MultiPolygon, to: (point: Position) => Position): MultiPolygon =>
  geometry.map((polygon) => polygon.map((ring) => ring.map(to)))

function boundsOf(points: readonly Position[]): Bounds {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of points) {
    west = Math.min(west, x)
    south = Math.min(south, y)
    east = Math.max(east, x)
    north = Math.max(north, y)
  }
  return [west, south, east, north]
}

const unionOf = (all: readonly Bounds[]): Bounds =>
  boundsOf(
    all.flatMap(([west, south, east, north]): Position[] => [
      [west, south],
      [east, north],
    ]),
  )

/** False also where a coordinate is no number. */
export const isOnEarth = ([west, south, east, north]: Bounds): boolean =>
  west >= -180 && east <= 180 && south >= -90 && north <= 90
