import type { NamesChoices, NamesTable } from '#imagery/plot-names/read-names.ts'
import { Select } from '#web/ui/form/select.tsx'
import { ColumnRoles, PLOT_ROLES, withRole } from '../table-columns/column-roles.tsx'
import { DayOrderField } from '../table-columns/day-order-field.tsx'
import { HeadingRow } from '../table-columns/heading-row.tsx'
import type { ShownTable } from '../table-columns/read-given-table.ts'

type NamesColumnsProps = {
  table: ShownTable<NamesTable>
  choices: NamesChoices
  onChoose: (change: Partial<NamesChoices>) => void
}

const SHAPES = [
  { value: 'list', label: 'A list with a line for each plot' },
  { value: 'map', label: 'A map of the field with a plot in each cell' },
] as const

/** How the table is taken: shown before anything is saved, and changed by a person. */
export const NamesColumns = ({ table, choices, onChoose }: NamesColumnsProps) => (
  <>
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Select
        label="The table is"
        value={table.isMap ? 'map' : 'list'}
        options={SHAPES}
        onChange={({ target }) => onChoose({ isMap: target.value === 'map' })}
      />
      {!table.isMap && <HeadingRow {...table} onChoose={(heading) => onChoose({ heading, roles: {} })} />}
    </div>
    {!table.isMap && (
      <ColumnRoles
        columns={table.columns}
        roles={PLOT_ROLES}
        onChoose={(at, role) => onChoose({ roles: withRole(choices.roles, at, role) })}
      />
    )}
    {table.isDayOrderOpen && <DayOrderField order={choices.dayOrder} onChoose={(dayOrder) => onChoose({ dayOrder })} />}
  </>
)
