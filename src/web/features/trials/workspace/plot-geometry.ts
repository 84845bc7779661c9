// The outlines of plots, for drawing.
import type { Position } from '#imagery/plots/polygon.ts'

export type PlotOutline = {
  plotId: string
  attributes: Readonly<Record<string, string>>
  /** In longitude and latitude. */
  rings: readonly (readonly Position[])[]
}

/** Of GeoJSON in longitude and latitude. */
export const outlinesOf = (geojson: object): PlotOutline[] =>
  'features' in geojson && Array.isArray(geojson.features) ? geojson.features.map(readFeature) : []

/** As the server writes them. */
function readFeature(feature: {
  properties: Record<string, string | number>
  geometry: { type: 'Polygon' | 'MultiPolygon'; coordinates: never }
}): PlotOutline {
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
