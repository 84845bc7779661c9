import { displayName } from '#domain/display-names.ts'
import type { ImportChoices } from '#imagery/plot-files/prepare-plots.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { ShownPlots } from './plot-worker.ts'

export type Choices = Pick<ImportChoices, 'layer' | 'isSwapped' | 'plotIdField'> & {
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
  const { layers, layer, crs, fields, isSwapped } = shown
  return (
    <div className="flex flex-col gap-4">
      {layers.length > 1 && (
        <Select
          label="Layer"
          value={String(layer)}
          options={layers.map((name, at) => ({ value: String(at), label: displayName(name) }))}
          onChange={({ target }) =>
            onChoose({ layer: Number(target.value), epsg: null, plotIdField: '', isSwapped: null })
          }
        />
      )}
      <Select
        label="Property that names a plot"
        value={choices.plotIdField}
        options={[
          { value: '', label: 'By its usual names, such as plot_id' },
          ...fields.map((value) => ({ value, label: displayName(value) })),
        ]}
        onChange={({ target }) => onChoose({ plotIdField: target.value })}
        hint="Row, column, replicate, block, entry, genotype and treatment are read by their usual names, too."
      />
      <TextField
        label="Coordinate system (EPSG code)"
        inputMode="numeric"
        maxLength={6}
        value={choices.epsg ?? String(crs?.epsg ?? '')}
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
