import { displayName } from '#domain/display-names.ts'
import type { ImportChoices } from '#imagery/plot-files/prepare-plots.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { ColumnRoles, PLOT_ROLES, withRole } from '../table-columns/column-roles.tsx'
import { DayOrderField } from '../table-columns/day-order-field.tsx'
import { epsgSaid } from './epsg-said.ts'
import type { ShownPlots } from './plot-worker.ts'
import { useFoundCrs } from './use-found-crs.ts'

export type Choices = Pick<ImportChoices, 'layer' | 'isSwapped' | 'roles' | 'dayOrder'> & {
  /** As it is typed; null takes what the file says. */
  epsg: string | null
}

export type PlotFileChoicesProps = {
  shown: ShownPlots
  choices: Choices
  onChoose: (choices: Partial<Choices>) => void
}

/** Which layer, in which coordinate system, and what names its plots. */
export function PlotFileChoices({ shown, choices, onChoose }: PlotFileChoicesProps) {
  const { layers, layer, crs, columns, isDayOrderOpen, isSwapped } = shown
  const found = useFoundCrs(crs?.wkt)
  return (
    <div className="flex flex-col gap-4">
      {layers.length > 1 && (
        <Select
          label="Layer"
          value={String(layer)}
          options={layers.map((name, at) => ({ value: String(at), label: displayName(name) }))}
          onChange={({ target }) => onChoose({ layer: Number(target.value), epsg: null, roles: {}, isSwapped: null })}
        />
      )}
      {columns.length > 0 && (
        <ColumnRoles
          columns={columns}
          roles={PLOT_ROLES}
          onChoose={(at, role) => onChoose({ roles: withRole(choices.roles, columns[at]?.title ?? '', role) })}
        />
      )}
      {isDayOrderOpen && <DayOrderField order={choices.dayOrder} onChoose={(dayOrder) => onChoose({ dayOrder })} />}
      <TextField
        label="Coordinate system (EPSG code)"
        inputMode="numeric"
        maxLength={6}
        value={choices.epsg ?? epsgSaid(crs, found.data)}
        error={choices.epsg !== null && epsgIn(choices.epsg) === null ? 'A number such as 32615' : undefined}
        hint={crsHint(crs)}
        onChange={({ target }) => onChoose({ epsg: target.value })}
      />
      <Checkbox
        label="The file has latitude or northing first: swap its coordinates"
        checked={isSwapped}
        onChange={({ target }) => onChoose({ isSwapped: target.checked })}
      />
    </div>
  )
}

/** Null when it is no code. */
export const epsgIn = (text: string): number | null => (/^\d{4,6}$/.test(text.trim()) ? Number(text) : null)

function crsHint(crs: ShownPlots['crs']): string {
  if (!crs) return 'Not named in the file'
  const name = crs.name === '' ? '' : displayName(crs.name)
  if (crs.from === 'guess') return `${name}: a guess from the coordinates, the file does not name it`
  if (crs.from === 'choice') return name
  return `${name}, as the file says`
}
