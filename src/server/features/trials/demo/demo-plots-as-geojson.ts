import { DEMO_PLOTS, PLOT } from '../../../compute/demo/demo-plots.ts'
import { DEMO_CORNER, DEMO_EPSG } from '../../../compute/demo/place.ts'

const [EAST, NORTH] = DEMO_CORNER

/** As a customer would import them. */
export const demoPlotsAsGeojson = (): object => ({
  type: 'FeatureCollection',
  crs: { type: 'name', properties: { name: `urn:ogc:def:crs:EPSG::${DEMO_EPSG}` } },
  features: DEMO_PLOTS.map(({ plotId, left, bottom, row, column, rep, entry, genotype, isCheck }) => {
    const [x, y] = [EAST + left, NORTH + bottom]
    const ring = [
      [x, y],
      [x + PLOT.width, y],
      [x + PLOT.width, y + PLOT.length],
      [x, y + PLOT.length],
      [x, y],
    ]
    const properties = { plot_id: plotId, row, column, rep, entry: entry + 1, genotype }
    return {
      type: 'Feature',
      properties: { ...properties, entry_type: isCheck ? 'CHECK' : 'TEST' },
      geometry: { type: 'Polygon', coordinates: [ring] },
    }
  }),
})
