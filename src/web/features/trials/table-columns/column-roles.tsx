import { displayName } from '#domain/display-names.ts'
import { Select } from '#web/ui/form/select.tsx'

export type ColumnOption<Role extends string> = { value: Role | ''; label: string }
export type TakenColumn<Role extends string> = { title: string; role: Role | ''; first: readonly string[] }
type ColumnRolesProps<Role extends string> = {
  columns: readonly TakenColumn<Role>[]
  /** A column with another one is taken as nothing here. */
  roles: readonly ColumnOption<Role>[]
  onChoose: (at: number, role: Role | '') => void
}

/** What is known of a plot, by its names on the screen. */
export const PLOT_ROLES = [
  { value: '', label: 'None of these' },
  { value: 'plotId', label: 'Plot id' },
  { value: 'row', label: 'Row' },
  { value: 'column', label: 'Column' },
  { value: 'rep', label: 'Replicate' },
  { value: 'block', label: 'Block' },
  { value: 'entry', label: 'Entry' },
  { value: 'genotype', label: 'Genotype' },
  { value: 'entryType', label: 'Entry type, such as check' },
  { value: 'treatment', label: 'Treatment' },
  { value: 'plantingDate', label: 'Planting date' },
  { value: 'barcode', label: 'Barcode' },
] as const

/** What each column is taken as, to be changed by a person. */
export function ColumnRoles<Role extends string>({ columns, roles, onChoose }: ColumnRolesProps<Role>) {
  return (
    <section aria-label="Columns" className="flex flex-col gap-1.5">
      <p className="text-sm font-medium">
        What each column is<span className="font-normal text-muted">; change what is wrong</span>
      </p>
      <ul className="max-h-96 divide-y divide-line overflow-y-auto rounded-md border border-line">
        {columns.map(({ title, role, first }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two columns may have one title
          <li key={at} className="grid items-center gap-x-4 gap-y-1 px-3 py-2 text-sm sm:grid-cols-[1fr_15rem]">
            <p className="min-w-0">
              <bdi className="font-semibold wrap-anywhere">{displayName(title)}</bdi>
              <bdi className="block truncate text-muted">{first.map(displayName).join(', ') || 'Empty'}</bdi>
            </p>
            <Select
              label={`${displayName(title)} is`}
              hideLabel
              value={roles.some(({ value }) => value === role) ? role : ''}
              options={roles}
              onChange={({ target }) => onChoose(at, roles.find(({ value }) => value === target.value)?.value ?? '')}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One column has a role, but for those of which any number may be one of many. */
export const withRole = <Role extends string>(
  roles: Readonly<Record<string, Role | ''>> = {},
  at: string | number,
  role: Role | '',
): Record<string, Role | ''> => ({
  ...Object.fromEntries(Object.entries(roles).map(([one, its]) => [one, its === role && role !== 'score' ? '' : its])),
  [at]: role,
})
