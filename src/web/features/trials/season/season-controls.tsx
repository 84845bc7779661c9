import { dateText } from '#domain/dates.ts'
import { useView } from '#web/lib/view.ts'
import { Select } from '#web/ui/form/select.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { hasDegreeDays, hasPlanting } from '../analysis/season-axis.ts'
import type { SeasonOptions } from '../analysis/season-of-plot.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { hasRipeness } from './season-settings.ts'

/** What is drawn, and between which flights values are compared. */
export function SeasonControls({ workspace, options }: { workspace: Workspace; options: SeasonOptions }) {
  const { dates, trait, plots } = workspace
  const [view, show] = useView()
  const days = dates.map(({ flightId, date }) => ({ value: flightId, label: dateText(date) }))
  const hasGenotypes = plots.some(({ attributes }) => attributes.genotype !== undefined)
  return (
    <div className="controls-row">
      <Select
        label="Show"
        value={view.get('curves') ?? ''}
        options={[
          { value: '', label: 'All plots in one' },
          ...(hasGenotypes ? [{ value: 'genotypes', label: 'By genotype' }] : []),
          { value: 'traits', label: 'By trait' },
        ]}
        onChange={({ target }) => show({ curves: target.value || null, panel: null })}
      />
      {hasPlanting(dates) && (
        <Select
          label="Along"
          value={view.get('axis') ?? ''}
          options={[
            { value: '', label: 'Days after planting' },
            ...(hasDegreeDays(dates) ? [{ value: 'gdd', label: 'Degree-days' }] : []),
            { value: 'date', label: 'Date' },
          ]}
          onChange={({ target }) => show({ axis: target.value || null })}
        />
      )}
      <Select
        label="Change from"
        value={dates[options.from]?.flightId ?? ''}
        options={days}
        onChange={({ target }) => show({ from: target.value })}
      />
      <Select
        label="to"
        value={dates[options.to]?.flightId ?? ''}
        options={days}
        onChange={({ target }) => show({ to: target.value })}
      />
      {hasRipeness(trait.trait) && (
        <TextField
          label="Mature below"
          inputMode="decimal"
          value={view.get('ripe') ?? ''}
          placeholder={options.ripeAt === null ? 'still rising' : String(options.ripeAt)}
          onChange={({ target }) => show({ ripe: target.value || null })}
        />
      )}
    </div>
  )
}
