import { useMemo } from 'react'
import { displayName } from '#domain/display-names.ts'
import { frameOf } from '#web/lib/raster-map/map-frame.ts'
import { figureColumn } from '../analysis/figure-columns.ts'
import { FigureFile } from '../analysis/figure-file.tsx'
import { type FigureColumn, FigureTable } from '../analysis/figure-table.tsx'
import type { PlacedMap } from '../flight-map/plane-of.ts'
import { headingText } from '../messages.ts'
import { Disclosure } from '../workspace/disclosure.tsx'
import type { PlotOutline } from '../workspace/plot-geometry.ts'
import { cellName, cellNamed } from './cells.ts'
import type { Cells } from './read-cells.ts'

type CellTableProps = {
  label: string
  unit: string
  cells: Cells
  map: PlacedMap
  plots: readonly PlotOutline[]
  chosen: number | null
  onChoose: (cell: number | null) => void
}

/** What the grid shows, cell by cell. */
export function CellTable({ label, unit, cells, map, plots, chosen, onChoose }: CellTableProps) {
  const { grid } = cells
  const columns = useMemo(() => columnsOf({ cells, unit, plots }), [cells, unit, plots])
  const rows = useMemo(() => Array.from(cells.means, (_, cell) => cell), [cells])
  return (
    <Disclosure summary="Cells as a table">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <p className="text-muted">A cell is named by its row and column from the upper left.</p>
        <FigureFile
          what={`the cells: ${label}`}
          fileName={`${label.replaceAll(/[^\p{L}\p{N}]+/gu, '_')}_cells.csv`}
          columns={[...columns, ...placesOf(cells, map)]}
          rows={rows}
        />
      </div>
      <FigureTable
        label={`${label}: cells`}
        orderBy="cellsBy"
        columns={columns}
        rows={rows}
        idOf={(cell) => cellName(grid, cell)}
        chosen={chosen === null ? null : cellName(grid, chosen)}
        onChoose={(name) => onChoose(cellNamed(grid, name))}
      />
    </Disclosure>
  )
}

function columnsOf({ cells, unit, plots }: Pick<CellTableProps, 'cells' | 'unit' | 'plots'>): FigureColumn<number>[] {
  const meanOf = (cell: number): number | null => {
    const mean = cells.means[cell] ?? Number.NaN
    return Number.isNaN(mean) ? null : mean
  }
  const plotIdOf = (cell: number) => plots[cells.plots[cell] ?? -1]?.plotId ?? null
  return [
    { id: 'cell', title: 'Cell', isText: true, value: (cell) => cellName(cells.grid, cell) },
    {
      id: 'plot',
      title: 'Plot in its middle',
      isText: true,
      value: plotIdOf,
      text: (cell) => displayName(plotIdOf(cell) ?? '–'),
    },
    figureColumn('mean', headingText('Mean', unit), { unit, of: meanOf }),
    { id: 'filled', title: 'With photo, %', value: (cell) => Math.round((cells.filled[cell] ?? 0) * 100) },
  ]
}

/** The middles of cells in the coordinates of the map, for other programs. */
function placesOf({ grid }: Cells, map: PlacedMap): FigureColumn<number>[] {
  const { toMap } = frameOf(map)
  const digits = map.crs.metresPerUnit === null ? 7 : 2
  const system = map.crs.epsg === null ? map.crs.name : `EPSG ${map.crs.epsg}`
  return ['x', 'y'].map((id, axis) => ({
    id,
    title: `${id} (${system})`,
    value: (cell) => {
      const x = grid.left + ((cell % grid.columns) + 0.5) * grid.side
      const y = grid.top - (Math.floor(cell / grid.columns) + 0.5) * grid.side
      return Number((toMap(x, y)[axis] ?? 0).toFixed(digits))
    },
  }))
}
