import type { DayOrder } from '#imagery/tables/read-date.ts'
import { type ColumnOption, ColumnRoles, type TakenColumn, withRole } from './column-roles.tsx'
import { DayOrderField } from './day-order-field.tsx'
import { HeadingRow } from './heading-row.tsx'

type Choices<Role extends string> = {
  heading?: number | null | undefined
  roles?: Readonly<Record<number, Role | ''>> | undefined
  dayOrder?: DayOrder | undefined
}

type TableColumnsProps<Role extends string> = {
  table: {
    rows: readonly (readonly string[])[]
    sheet: string | null
    heading: number | null
    columns: readonly TakenColumn<Role>[]
    isDayOrderOpen: boolean
  }
  roles: readonly ColumnOption<Role>[]
  choices: Choices<Role>
  onChoose: (change: Choices<Role>) => void
}

/** How a table is taken, to be changed by a person. */
export const TableColumns = <Role extends string>({ table, roles, choices, onChoose }: TableColumnsProps<Role>) => (
  <>
    <HeadingRow {...table} onChoose={(heading) => onChoose({ heading, roles: {} })} />
    <ColumnRoles
      columns={table.columns}
      roles={roles}
      onChoose={(at, role) => onChoose({ roles: withRole(choices.roles, at, role) })}
    />
    {table.isDayOrderOpen && <DayOrderField order={choices.dayOrder} onChoose={(dayOrder) => onChoose({ dayOrder })} />}
  </>
)
