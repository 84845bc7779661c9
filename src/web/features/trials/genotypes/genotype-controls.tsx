import { dateText } from '#domain/dates.ts'
import { displayName } from '#domain/display-names.ts'
import { EACH, onlyThis } from '#imagery/traits/derived/model-choice.ts'
import type { DesignPlot } from '#imagery/traits/derived/trial-design.ts'
import { treatmentsOf } from '#imagery/traits/derived/trial-design.ts'
import { useView } from '#web/lib/view.ts'
import { optionsOf, Select } from '#web/ui/form/select.tsx'

type GenotypeControlsProps = {
  dates: readonly { date: string }[]
  date: string
  genotypes: readonly string[]
  check: string | null
  hasAdjusted: boolean
  plots: readonly DesignPlot[]
  /** What was left out. */
  note: string
}

/** Of which date, against which check, by which means, test and model. */
export function GenotypeControls({ dates, date, genotypes, check, hasAdjusted, plots, note }: GenotypeControlsProps) {
  const [view, show] = useView()
  return (
    <div className="flex flex-col gap-2">
      <div className="controls-row">
        <Select
          label="Date"
          value={date}
          options={dates.map((one) => ({ value: one.date, label: dateText(one.date) }))}
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
            options={optionsOf({ '': 'Means of plots', adjusted: 'Means adjusted for places' })}
            onChange={({ target }) => show({ means: target.value || null })}
          />
        )}
        <Select
          label="Test"
          value={view.get('test') ?? ''}
          options={optionsOf({ '': 'Tukey, and Dunnett', lsd: 'LSD, each pair by itself' })}
          onChange={({ target }) => show({ test: target.value || null })}
        />
        <ModelControls plots={plots} />
      </div>
      {note && <p className="text-sm text-muted">{note}</p>}
    </div>
  )
}

/** What else than genotypes is in the model, as far as the plots say. */
function ModelControls({ plots }: { plots: readonly DesignPlot[] }) {
  const [view, show] = useView()
  const treatments = treatmentsOf(plots)
  const hasBlocks = plots.some(({ replicate, block }) => replicate !== undefined || block !== undefined)
  return (
    <>
      {treatments.length > 1 && (
        <Select
          label="Treatments"
          value={view.get('treatments') ?? ''}
          options={[
            { value: '', label: 'All, their effect fitted' },
            ...treatments.map((name) => ({ value: onlyThis(name), label: `Only ${displayName(name)}` })),
            { value: EACH, label: 'Each genotype in each treatment' },
          ]}
          onChange={({ target }) => show({ treatments: target.value || null })}
        />
      )}
      {hasBlocks && (
        <Select
          label="Replicates and blocks"
          value={view.get('blocks') ?? ''}
          options={optionsOf({ '': 'Their effects fitted', none: 'Not fitted: plots fully at random' })}
          onChange={({ target }) => show({ blocks: target.value || null })}
        />
      )}
    </>
  )
}
