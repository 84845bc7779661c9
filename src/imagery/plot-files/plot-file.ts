import { UnreadablePlots } from '../geojson/unreadable-plots.ts'

/** Plots of a file as it has them. What is wrong with one is said by `readPlots`, which names it. */
export type PlotLayer = {
  name: string
  crs: StatedCrs
  features: PlotFeature[]
}

export type PlotFeature = {
  type: 'Feature'
  properties: Record<string, unknown>
  /** Of GeoJSON. Null when the file has none for this plot. */
  geometry: { type: string; coordinates?: unknown } | null
}

/** The coordinate system that a file names, by a code of the EPSG registry or as WKT; neither, when it names none. */
export type StatedCrs = { epsg?: number | undefined; wkt?: string | undefined }

export const LON_LAT: StatedCrs = { epsg: 4326 }

/** As many are read, so that it can be said how many there are. */
const FEATURES_MAX = 500_000
const POINTS_MAX = 4_000_000

/** Counts what is read, so that a file can't fill the memory. */
export function createBudget() {
  let [features, points] = [0, 0]
  return {
    feature() {
      features += 1
      if (features > FEATURES_MAX)
        throw new UnreadablePlots('This file has more than 500,000 shapes. Choose the one with the plots.')
    },
    points(count: number) {
      points += count
      if (points > POINTS_MAX)
        throw new UnreadablePlots('This file has more than 4,000,000 points. Choose the one with the plots.')
    },
  }
}
export type Budget = ReturnType<typeof createBudget>

export const damaged = (kind: string): UnreadablePlots =>
  new UnreadablePlots(`This ${kind} is damaged or was cut off. Export it again.`)

/** A collection of nothing but polygons is a multipolygon; another one stays a collection, which is refused by its name. */
export function joinPolygons(parts: readonly PlotFeature['geometry'][]): PlotFeature['geometry'] {
  const polygons: unknown[] = []
  for (const part of parts) {
    if (part?.type === 'Polygon') polygons.push(part.coordinates)
    else if (part?.type === 'MultiPolygon' && Array.isArray(part.coordinates)) polygons.push(...part.coordinates)
    else return { type: 'GeometryCollection' }
  }
  return { type: 'MultiPolygon', coordinates: polygons }
}
