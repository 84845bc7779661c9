// The outlines of plots, for drawing.
import type { Position } from '#imagery/plots/polygon.ts'

export type PlotOutline = {
  plotId: string
  attributes: Readonly<Record<string, string>>
  /** The outline as an SVG path. */
  path: string
  /** In longitude and latitude. */
  rings: readonly (readonly Position[])[]
}
export type PlotOutlines = { plots: PlotOutline[]; width: number; height: number }

/** Units of the drawing across its longer side. */
const SIDE = 1000

/** Of GeoJSON in longitude and latitude: north is up, and a metre is as long in both directions. */
export function outlinesOf(geojson: object): PlotOutlines {
  const features = 'features' in geojson && Array.isArray(geojson.features) ? geojson.features.map(readFeature) : []
  const points = features.flatMap(({ rings }) => rings.flat())
  if (points.length === 0) return { plots: [], width: SIDE, height: SIDE }
  const [west, east] = spanOf(points, 0)
  const [south, north] = spanOf(points, 1)
  const narrowing = Math.cos((((south + north) / 2) * Math.PI) / 180)
  const [across, down] = [Math.max(1e-9, (east - west) * narrowing), Math.max(1e-9, north - south)]
  const scale = SIDE / Math.max(across, down)
  const place = ([lon, lat]: Position) =>
    `${((lon - west) * narrowing * scale).toFixed(1)} ${((north - lat) * scale).toFixed(1)}`
  return {
    plots: features.map(({ rings, plotId, attributes }) => ({
      plotId,
      attributes,
      rings,
      path: rings.map((ring) => `M${ring.map(place).join('L')}Z`).join(''),
    })),
    width: across * scale,
    height: down * scale,
  }
}

function spanOf(points: readonly Position[], axis: 0 | 1): [low: number, high: number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const point of points) {
    low = Math.min(low, point[axis])
    high = Math.max(high, point[axis])
  }
  return [low, high]
}

type Feature = { plotId: string; attributes: Record<string, string>; rings: Position[][] }

/** As the server writes them. */
function readFeature(feature: {
  properties: Record<string, string | number>
  geometry: { type: 'Polygon' | 'MultiPolygon'; coordinates: never }
}): Feature {
  const { plotId, number: _, ...attributes } = feature.properties
  const coordinates: Position[][] | Position[][][] = feature.geometry.coordinates
  const rings =
    feature.geometry.type === 'Polygon' ? (coordinates as Position[][]) : (coordinates as Position[][][]).flat()
  return {
    plotId: String(plotId),
    attributes: Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, String(value)])),
    rings,
  }
}
