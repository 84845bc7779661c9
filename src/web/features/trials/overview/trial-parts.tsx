import type { ComponentProps } from 'react'
import { AS_FIELDIMAGER } from '#imagery/comparison/known-differences.ts'
import { useView } from '#web/lib/view.ts'
import { TrialFlights } from '../flights/trial-flights.tsx'
import { OwnTraits } from '../formulas/own-traits.tsx'
import { MeasureForm } from '../measuring/measure-form.tsx'
import { TrialPlots } from '../plots/trial-plots.tsx'
import { Section } from './section.tsx'

/** The flights and plots of a trial, and how they are measured. */
export function TrialParts({ trial, projects, addMaps }: ComponentProps<typeof TrialFlights>) {
  const [view, show] = useView()
  const proposed = view.get('measure') === 'fieldimager' ? AS_FIELDIMAGER : undefined
  const state = trial.measurements[0]?.state
  return (
    <div className="flex flex-col gap-10">
      <div className="grid gap-x-10 gap-y-10 @4xl:grid-cols-2">
        <Section title="Flights">
          <TrialFlights {...{ trial, projects, addMaps }} />
        </Section>
        <Section title="Plots">
          <TrialPlots trial={trial} />
        </Section>
      </div>
      <Section title="Own formulas">
        <OwnTraits trialId={trial.trialId} />
      </Section>
      <Section title="Measure">
        <MeasureForm
          key={proposed && 'proposed'}
          trial={trial}
          proposed={proposed}
          isUnderWay={state === 'QUEUED' || state === 'RUNNING'}
          onStarted={(measurementId) =>
            show({ measurement: measurementId, measure: null, ...(view.get('tab') === 'set-up' && { tab: null }) })
          }
        />
      </Section>
    </div>
  )
}
