import { type ComponentProps, useState } from 'react'
import { counted } from '#domain/units.ts'
import { AS_FIELDIMAGER } from '#imagery/comparison/known-differences.ts'
import { latePart } from '#web/lib/late-part.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { useView } from '#web/lib/view.ts'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { TrialFlights } from '../flights/trial-flights.tsx'
import { OwnTraits } from '../formulas/own-traits.tsx'
import { MeasureForm } from '../measuring/measure-form.tsx'
import { TrialPlots } from '../plots/trial-plots.tsx'
import { TrialTemperatures } from '../temperatures/trial-temperatures.tsx'
import { isUnderWay } from '../trial-queries.ts'
import { Disclosure } from '../workspace/disclosure.tsx'
import { Step, type StepState } from './step.tsx'

const BreedingDatabase = latePart(
  'The connection could not be loaded',
  async () => (await import('../exchange/breeding-database.tsx')).BreedingDatabase,
  <Skeleton className="h-24 w-full" />,
)

/** The three steps to the values of a trial, with what comes next. */
export function TrialParts({ trial, projects, addMaps }: ComponentProps<typeof TrialFlights>) {
  const [view, show] = useView()
  const proposed = view.get('measure') === 'fieldimager' ? AS_FIELDIMAGER : undefined
  const state = trial.measurements[0]?.state
  const { flights, plotVersions, measurements } = trial
  const { user } = useSession()
  const isOwn = !trial.isShared && !trial.isExample && user?.roles.includes('USER') === true
  const [newest] = plotVersions
  const hasMeasured = measurements.length > 0
  const plots: StepState = newest ? 'done' : flights.length > 0 ? 'next' : 'later'
  const measure: StepState = hasMeasured ? 'done' : flights.length > 0 && newest ? 'next' : 'later'
  return (
    <div className="flex flex-col gap-8 pt-1">
      <div className="grid gap-x-10 gap-y-8 @4xl:grid-cols-2">
        <Step
          number={1}
          title="Maps"
          state={flights.length > 0 ? 'done' : 'next'}
          summary={flights.length > 0 ? counted(flights.length, 'flight') : undefined}
        >
          <TrialFlights {...{ trial, projects, addMaps }} />
        </Step>
        <Step number={2} title="Plots" state={plots} summary={newest && counted(newest.plots, 'plot')}>
          <TrialPlots trial={trial} isNext={plots === 'next'} />
        </Step>
      </div>
      <Step number={3} title="Measure" state={measure}>
        <MeasureForm
          key={proposed && 'proposed'}
          trial={trial}
          proposed={proposed}
          isUnderWay={isUnderWay(state)}
          onStarted={(measurementId) =>
            show({ measurement: measurementId, measure: null, ...(view.get('tab') === 'set-up' && { tab: null }) })
          }
        />
      </Step>
      <Disclosure summary="More: own formulas, temperatures">
        <div className="grid gap-x-10 gap-y-8 py-2 pl-10 max-sm:pl-0 @4xl:grid-cols-2">
          <OwnTraits trialId={trial.trialId} />
          <TrialTemperatures trial={trial} />
        </div>
      </Disclosure>
      {isOwn && <BreedingDatabasePart trial={trial} />}
    </div>
  )
}

/** Asked for only when people open it. */
function BreedingDatabasePart({ trial }: ComponentProps<typeof BreedingDatabase>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure summary="Breeding database" isOpen={isOpen} onToggle={setOpen}>
      <div className="@container py-2 pl-10 max-sm:pl-0">{isOpen && <BreedingDatabase trial={trial} />}</div>
    </Disclosure>
  )
}
