// Columns that several tables of figures have.
import { displayName } from '#domain/display-names.ts'
import { valueText } from '../messages.ts'
import type { FigureColumn } from './figure-table.tsx'
import type { Standing } from './standing.ts'

export const PLOT_COLUMN: FigureColumn<{ plot: { plotId: string } }> = {
  id: 'plot',
  title: 'Plot',
  isText: true,
  value: ({ plot }) => plot.plotId,
  text: ({ plot }) => displayName(plot.plotId),
}

/** Numbers of a unit. */
export const figureColumn = <Row>(
  id: string,
  title: string,
  { unit, of }: { unit: string; of: (row: Row) => number | null },
): FigureColumn<Row> => ({ id, title, value: of, text: (row) => valueText(of(row), unit) })

type Stands = { standing: Standing | null }

export const STANDING_COLUMNS: readonly FigureColumn<Stands>[] = [
  {
    id: 'z',
    title: 'In standard deviations',
    value: ({ standing }) => standing?.z ?? null,
    text: ({ standing }) => standing?.z?.toFixed(2) ?? '–',
  },
  {
    id: 'rank',
    title: 'Rank',
    value: ({ standing }) => standing?.rank ?? null,
    text: ({ standing }) => (standing ? `${standing.rank} of ${standing.of}` : '–'),
  },
]
