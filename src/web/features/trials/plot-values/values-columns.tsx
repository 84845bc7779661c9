import type { ComponentProps } from 'react'
import type { PlotRole } from '#imagery/plot-columns/names.ts'
import type { TableChoices } from '#imagery/plot-columns/plot-table.ts'
import type { ValueRole } from '#imagery/plot-values/read-values.ts'
import { type ColumnOption, PLOT_ROLES } from '../table-columns/column-roles.tsx'
import { TableColumns } from '../table-columns/table-columns.tsx'

export type ValuesChoices = TableChoices<ValueRole>

const ROLES: readonly ColumnOption<PlotRole | ValueRole>[] = [
  ...PLOT_ROLES.filter(({ value }) => ['', 'plotId', 'row', 'column'].includes(value)),
  { value: 'score', label: 'Values of one trait' },
  { value: 'date', label: 'Date of the values' },
  { value: 'trait', label: 'Name of a trait, a line for each value' },
  { value: 'value', label: 'Value of that trait' },
]

type ValuesColumnsProps = Omit<ComponentProps<typeof TableColumns<PlotRole | ValueRole>>, 'roles'>

/** How a table of values is taken. */
export const ValuesColumns = (props: ValuesColumnsProps) => <TableColumns {...props} roles={ROLES} />
