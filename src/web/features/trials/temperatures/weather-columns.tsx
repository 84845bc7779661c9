import type { WeatherChoices } from '#imagery/temperatures/read-temperatures.ts'
import { ColumnRoles, withRole } from '../table-columns/column-roles.tsx'
import { DayOrderField } from '../table-columns/day-order-field.tsx'
import { HeadingRow } from '../table-columns/heading-row.tsx'
import type { TemperaturesReport } from './temperatures-worker.ts'

type WeatherColumnsProps = {
  table: NonNullable<TemperaturesReport['table']>
  choices: WeatherChoices
  onChoose: (choices: WeatherChoices) => void
}

const ROLES = [
  { value: '', label: 'Nothing' },
  { value: 'date', label: 'Date' },
  { value: 'mean', label: 'Mean of the day' },
  { value: 'min', label: 'Minimum' },
  { value: 'max', label: 'Maximum' },
] as const

/** How the table of a weather station is taken, to be changed by a person. */
export const WeatherColumns = ({ table, choices, onChoose }: WeatherColumnsProps) => (
  <>
    <HeadingRow
      rows={table.rows}
      sheet={table.sheet}
      heading={table.heading}
      onChoose={(heading) => onChoose({ ...choices, heading, roles: {} })}
    />
    <ColumnRoles
      columns={table.columns}
      roles={ROLES}
      onChoose={(at, role) => onChoose({ ...choices, roles: withRole(choices.roles, at, role) })}
    />
    {table.isDayOrderOpen && (
      <DayOrderField order={choices.dayOrder} onChoose={(dayOrder) => onChoose({ ...choices, dayOrder })} />
    )}
  </>
)
