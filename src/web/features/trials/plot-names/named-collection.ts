import type { JoinedNames } from '#imagery/plot-names/join-names.ts'

/** The plots as the server gave them, with what they hold now. */
export function collectionWith(geojson: object, plots: JoinedNames['plots']) {
  const features: object[] = 'features' in geojson && Array.isArray(geojson.features) ? geojson.features : []
  return {
    type: 'FeatureCollection' as const,
    ...('crs' in geojson && { crs: geojson.crs }),
    features: features.map((feature, at) => ({
      type: 'Feature',
      properties: { plot_id: plots[at]?.plotId, ...plots[at]?.attributes },
      geometry: 'geometry' in feature ? feature.geometry : null,
    })),
  }
}
