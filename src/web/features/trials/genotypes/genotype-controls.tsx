import { displayName } from '#domain/display-names.ts'
import { useView } from '#web/lib/view.ts'
import { Select } from '#web/ui/select.tsx'

type GenotypeControlsProps = {
  dates: readonly { date: string }[]
  date: string
  genotypes: readonly string[]
  check: string | null
  hasAdjusted: boolean
  /** What was left out. */
  note: string
}

/** Of which date, against which check, and by which means. */
export function GenotypeControls({ dates, date, genotypes, check, hasAdjusted, note }: GenotypeControlsProps) {
  const [view, show] = useView()
  return (
    <div className="flex flex-col gap-2">
      <div className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Select
          label="Date"
          value={date}
          options={dates.map((one) => ({ value: one.date, label: one.date }))}
          onChange={({ target }) => show({ date: target.value })}
        />
        <Select
          label="Check"
          placeholder="Choose a check"
          value={check ?? ''}
          options={genotypes.map((name) => ({ value: name, label: displayName(name) }))}
          onChange={({ target }) => show({ check: target.value })}
        />
        {hasAdjusted && (
          <Select
            label="Compare by"
            value={view.get('means') ?? ''}
            options={[
              { value: '', label: 'Means of plots' },
              { value: 'adjusted', label: 'Means adjusted for places' },
            ]}
            onChange={({ target }) => show({ means: target.value || null })}
          />
        )}
      </div>
      {note && <p className="text-sm text-muted">{note}</p>}
    </div>
  )
}
