import type { TrialAddresses } from '#contract/trial-addresses.ts'

/** Scripts that open a trial where it lies. */
export function snippetsOf({ plots, layers }: Pick<TrialAddresses, 'plots' | 'layers'>): { r: string; python: string } {
  const map = layers.findLast(({ kind }) => kind !== 'bareGround')?.url
  const r = [
    'library(sf)',
    'library(terra)',
    `plots <- st_read("${plots}")`,
    ...(map
      ? [
          `map <- rast("/vsicurl/${map}")`,
          'values <- extract(map, project(vect(plots), crs(map)), fun = mean, na.rm = TRUE)',
        ]
      : []),
  ]
  const python = [
    'import geopandas as gpd',
    'import rasterio',
    `plots = gpd.read_file("${plots}")`,
    ...(map ? [`map = rasterio.open("${map}")`, 'plots = plots.to_crs(map.crs)'] : []),
  ]
  return { r: r.join('\n'), python: python.join('\n') }
}
