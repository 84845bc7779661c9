import { geometryOf } from '#imagery/geojson/write-geometry.ts'
import { boxOf } from '#imagery/plots/polygon.ts'
import { writtenDigitsIn } from './digits.ts'
import { cellOf, type ExportTable, plotColumns } from './export-table.ts'

/** A feature for each plot with its values as properties, in longitude and latitude (RFC 7946). */
export function trialGeojson(table: ExportTable): Uint8Array {
  const about = plotColumns(table)
  const digits = writtenDigitsIn(table)
  const features = table.plots.map((plot, at) => ({
    type: 'Feature',
    id: plot.plotId,
    properties: Object.fromEntries<string | number | null>([
      ...about.map(({ title, cells }) => [title, cells[at] ?? null] as const),
      ...table.columns.map((column, index) => [column.title, rounded(cellOf(column, at), digits[index])] as const),
    ]),
    geometry: geometryOf(plot.outline),
  }))
  const { minX, minY, maxX, maxY } = boxOf(table.plots.flatMap(({ outline }) => outline))
  const { name } = table.trial
  return new TextEncoder().encode(
    JSON.stringify({ type: 'FeatureCollection', name, bbox: [minX, minY, maxX, maxY], features }),
  )
}

const rounded = <Cell>(cell: Cell, digits: number | null = null): Cell | number =>
  typeof cell === 'number' && digits !== null ? Number(cell.toFixed(digits)) : cell
