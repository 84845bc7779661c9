// Columns of a table, computed of its other columns by formulas of people.
import { FORMULA_COLUMNS_MAX } from '#domain/trial-formulas.ts'
import { type Expression, variablesOf } from './expression.ts'
import { type ColumnVariable, FormulaProblem, parseColumnFormula } from './parse-formula.ts'
import { compile } from './program.ts'

/** How a column stands in a formula: `[Yield]`, with each ] of its name twice. */
export const columnVariable = (name: string): ColumnVariable => `[${name.replaceAll(']', ']]')}]`

export type ColumnFormula = {
  expression: Expression<ColumnVariable>
  /** What it reads, each once. */
  columns: readonly ColumnVariable[]
}

/** A formula, or what is wrong with it in words. */
export function readColumnFormula(text: string): ColumnFormula | string {
  try {
    const expression = parseColumnFormula(text)
    const columns = variablesOf(expression)
    if (columns.length === 0) return 'It needs a column in brackets, such as [Yield]'
    return columns.length > FORMULA_COLUMNS_MAX
      ? `A formula reads at most ${FORMULA_COLUMNS_MAX} columns`
      : { expression, columns }
  } catch (error) {
    if (error instanceof FormulaProblem) return error.message
    throw error
  }
}

type Cells = readonly (number | string | null)[]

/** Of each plot its value; null where a column has no number, where a divisor is nearly zero, and where the result is no number. */
export function computeColumn(
  { expression }: ColumnFormula,
  cellsOf: (column: ColumnVariable) => Cells,
  plots: number,
): (number | null)[] {
  const { bands, run } = compile([expression])
  const numbers = bands.map((column) => {
    const cells = cellsOf(column)
    return Float64Array.from({ length: plots }, (_, at) => numberOf(cells[at] ?? null))
  })
  const out = new Float64Array(plots)
  run(numbers, [out])
  return Array.from(out, (value, at) =>
    Number.isNaN(value) || numbers.some((column) => Number.isNaN(column[at])) ? null : value,
  )
}

/** Texts may be numbers, as those of rows and replicates are. */
const numberOf = (cell: number | string | null): number =>
  cell === null || (typeof cell === 'string' && cell.trim() === '') ? Number.NaN : Number(cell)
