import { withoutFormula } from '#domain/csv.ts'
import { DATE_UNIT } from '#domain/dates.ts'
import type { Excluded } from '../analysis/use-excluded.ts'
import { countOfGroup, isGroup, nameOfGroup, type ShownRows, valueOfGroup } from './rows/groups.ts'
import { plainText, whyExcluded } from './table-model.ts'

type Shown = ShownRows & { excluded: Excluded }

/**
 * The shown rows as a spreadsheet takes them from the clipboard, in full precision. Genotypes have the means of their plots; where
 * a value is excluded the cell is empty, and the last column says why.
 */
export function textOfTable({ plots, columns, rows, excluded }: Shown): string {
  const plotRow = (at: number) => {
    const plotId = plots[at]?.plotId ?? ''
    const reasons = columns.map((column) => (column.isText ? undefined : whyExcluded(column, plotId, excluded)))
    const cells = columns.map(({ cells: all, unit }, place) =>
      reasons[place] === undefined ? inUnit(all[at] ?? '', unit) : '',
    )
    return { cells: [plotId, ...cells], why: [...new Set(reasons.filter((one) => one !== undefined))].join('; ') }
  }
  const lines = rows.map((row) =>
    isGroup(row)
      ? {
          cells: [
            `Mean of ${nameOfGroup(row)}, plots: ${countOfGroup(row, { plots, excluded })}`,
            ...columns.map((column) => inUnit(valueOfGroup(column, row, { plots, excluded }) ?? '', column.unit)),
          ],
          why: '',
        }
      : plotRow(row),
  )
  const hasReasons = lines.some(({ why }) => why !== '')
  const head = ['Plot', ...columns.map(({ title }) => title), ...(hasReasons ? ['Excluded because'] : [])]
  return [head, ...lines.map(({ cells, why }) => (hasReasons ? [...cells, why] : cells))]
    .map((row) => row.map(cellText).join('\t'))
    .join('\n')
}

const inUnit = (value: string | number, unit: string): string | number =>
  unit === DATE_UNIT ? plainText(value, unit) : value

const cellText = (value: string | number): string =>
  typeof value === 'number' ? String(value) : withoutFormula(value.replaceAll(/[\t\r\n]+/g, ' '))
