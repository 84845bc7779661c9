import type { TableChoices } from '#imagery/plot-columns/plot-table.ts'
import type { ValueRole } from '#imagery/plot-values/read-values.ts'
import type { ValuesReport } from '../plot-names/names-worker.ts'
import { ColumnRoles, PLOT_ROLES, withRole } from '../table-columns/column-roles.tsx'
import { DayOrderField } from '../table-columns/day-order-field.tsx'
import { HeadingRow } from '../table-columns/heading-row.tsx'

export type ValuesChoices = TableChoices<ValueRole>

type ValuesColumnsProps = {
  table: NonNullable<ValuesReport['table']>
  choices: ValuesChoices
  onChoose: (change: Partial<ValuesChoices>) => void
}

const ROLES = [
  ...PLOT_ROLES.filter(({ value }) => ['', 'plotId', 'row', 'column'].includes(value)),
  { value: 'score', label: 'Values of one trait' },
  { value: 'date', label: 'Date of the values' },
  { value: 'trait', label: 'Name of a trait, a line for each value' },
  { value: 'value', label: 'Value of that trait' },
] as const

/** How a table of values is taken, to be changed by a person. */
export const ValuesColumns = ({ table, choices, onChoose }: ValuesColumnsProps) => (
  <>
    <HeadingRow
      rows={table.rows}
      sheet={table.sheet}
      heading={table.heading}
      onChoose={(heading) => onChoose({ heading, roles: {} })}
    />
    <ColumnRoles
      columns={table.columns.map((column) => ({
        ...column,
        role: ROLES.find(({ value }) => value === column.role)?.value ?? '',
      }))}
      roles={ROLES}
      onChoose={(at, role) => onChoose({ roles: withRole(choices.roles, at, role) })}
    />
    {table.isDayOrderOpen && <DayOrderField order={choices.dayOrder} onChoose={(dayOrder) => onChoose({ dayOrder })} />}
  </>
)
