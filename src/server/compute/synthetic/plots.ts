import type { Crop } from './crops.ts'

/** Its place is that of its lower left corner, in metres from that of its field. */
export type SyntheticPlot = {
  plotId: string
  left: number
  bottom: number
  row: number
  column: number
  rep: number
  /** From 0. */
  entry: number
  genotype: string
  isCheck: boolean
}

/** Range by range, each from left to right. */
export function plotsOf(crop: Crop): SyntheticPlot[] {
  const { columns, ranges, replicateColumns, pitch, plot, margin } = crop
  const entries = replicateColumns * ranges
  return Array.from({ length: columns * ranges }, (_, at) => {
    const [range, column] = [Math.floor(at / columns), at % columns]
    const rep = Math.floor(column / replicateColumns)
    const place = range * replicateColumns + (column % replicateColumns)
    const entry = (place * (crop.steps[rep] ?? 1) + rep * 7) % entries
    const isCheck = entry < crop.checks
    return {
      plotId: `${range + 1}${String(column + 1).padStart(2, '0')}`,
      left: margin + column * pitch.x + (pitch.x - plot.width) / 2,
      bottom: margin + range * pitch.y + (pitch.y - plot.length) / 2,
      row: range + 1,
      column: column + 1,
      rep: rep + 1,
      entry,
      genotype: isCheck ? `Check ${entry + 1}` : `${crop.names}${100 + entry}`,
      isCheck,
    }
  })
}

/** As a customer would import them. */
export function plotsAsGeojson(crop: Crop): object {
  const [east, north] = crop.corner
  return {
    type: 'FeatureCollection',
    crs: { type: 'name', properties: { name: `urn:ogc:def:crs:EPSG::${crop.epsg}` } },
    features: plotsOf(crop).map(({ plotId, left, bottom, row, column, rep, entry, genotype, isCheck }) => {
      const [x, y] = [east + left, north + bottom]
      const ring = [
        [x, y],
        [x + crop.plot.width, y],
        [x + crop.plot.width, y + crop.plot.length],
        [x, y + crop.plot.length],
        [x, y],
      ]
      const properties = { plot_id: plotId, row, column, rep, entry: entry + 1, genotype }
      return {
        type: 'Feature',
        properties: { ...properties, entry_type: isCheck ? 'CHECK' : 'TEST' },
        geometry: { type: 'Polygon', coordinates: [ring] },
      }
    }),
  }
}
