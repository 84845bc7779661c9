import { withoutFormula } from '#domain/csv.ts'
import type { Excluded } from '../analysis/use-excluded.ts'
import type { PlotOutline } from '../workspace/plot-geometry.ts'
import { countOfGroup, isGroup, nameOfGroup, type TableRow, valueOfGroup } from './groups.ts'
import type { TableColumn } from './table-model.ts'

type Shown = {
  plots: readonly PlotOutline[]
  columns: readonly TableColumn[]
  rows: readonly TableRow[]
  excluded: Excluded
}

/** The shown rows as a spreadsheet takes them from the clipboard, in full precision. Genotypes have the means of their plots. */
export const textOfTable = ({ plots, columns, rows, excluded }: Shown): string =>
  [
    ['Plot', ...columns.map(({ title }) => title)],
    ...rows.map((row) =>
      isGroup(row)
        ? [
            `Mean of ${nameOfGroup(row)}, plots: ${countOfGroup(row, { plots, excluded })}`,
            ...columns.map((column) => valueOfGroup(column, row, { plots, excluded }) ?? ''),
          ]
        : [plots[row]?.plotId ?? '', ...columns.map(({ cells }) => cells[row] ?? '')],
    ),
  ]
    .map((row) => row.map(cellText).join('\t'))
    .join('\n')

const cellText = (value: string | number): string =>
  typeof value === 'number' ? String(value) : withoutFormula(value.replaceAll(/[\t\r\n]+/g, ' '))
