import { type ComponentProps, Suspense } from 'react'
import { utmAt } from '#imagery/rasters/utm.ts'
import { lateComponent } from '#web/lib/late-code.tsx'
import { standIn } from '#web/lib/late-part.tsx'
import { QueryFailed } from '#web/lib/query-failed.tsx'
import { useView } from '#web/lib/view.ts'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { type Trial, usePlots, useTrial } from '../trial-queries.ts'
import { TrialState } from '../trial-state.tsx'
import { LayoutHeader } from './layout-header.tsx'

const LayoutStudio = lateComponent(
  async () => (await import('./layout-studio.tsx')).LayoutStudio,
  standIn('The map could not be loaded'),
)

type LayoutScreenProps = { trialId: string; backTo: string }

/** Plots are drawn over the orthomosaic of a flight. */
export function LayoutScreen({ trialId, backTo }: LayoutScreenProps) {
  const query = useTrial(trialId)
  const { data: trial } = query
  const [view] = useView()
  const version = trial?.plotVersions.find(
    (one) => one.hasLayout && String(one.version) === view.get('version'),
  )?.version
  if (trial) return <Studio {...{ trial, backTo, version }} />
  return (
    <>
      <LayoutHeader {...{ trial, backTo, version }} />
      <TrialState {...query} />
    </>
  )
}

type StudioProps = { trial: Trial; backTo: string /** That is edited. */; version: number | undefined }

function Studio({ trial, backTo, version }: StudioProps) {
  const flights = trial.flights.filter(({ orthomosaic }) => orthomosaic.bounds !== null)
  const [first] = flights
  const bounds = first?.orthomosaic.bounds
  if (!first || !bounds)
    return (
      <Notice {...{ trial, backTo, version }}>
        {trial.flights.length === 0
          ? 'Add a flight on the page of the trial first: plots are drawn on its map.'
          : 'No map of this trial says where it lies, so plots can’t be drawn on it.'}
      </Notice>
    )
  const [west, south, east, north] = bounds
  const utm = utmAt((west + east) / 2, (south + north) / 2)
  const studio = { trial, flights: [first, ...flights.slice(1)] as const, utm, backTo }
  return (
    <Suspense fallback={<Loading {...{ trial, backTo, version }} />}>
      {version === undefined ? <LayoutStudio {...studio} edited={null} /> : <Edited {...studio} version={version} />}
    </Suspense>
  )
}

type EditedProps = Omit<ComponentProps<typeof LayoutStudio>, 'edited'> & { version: number }

/** Loads the layout of a version first. */
function Edited({ version, ...studio }: EditedProps) {
  const plots = usePlots(studio.trial.trialId, version)
  const header = { trial: studio.trial, backTo: studio.backTo, version }
  if (plots.error)
    return (
      <Notice {...header}>
        <QueryFailed title="The layout could not be loaded" query={plots} />
      </Notice>
    )
  if (!plots.data) return <Loading {...header} />
  const { layout, epsg } = plots.data
  if (!layout || epsg !== studio.utm.epsg)
    return (
      <Notice {...header}>
        This layout is in other coordinates than the maps of this trial, so it can’t be edited on them. Draw the plots
        again.
      </Notice>
    )
  return <LayoutStudio {...studio} edited={{ version, layout }} />
}

const Notice = ({ children, ...header }: ComponentProps<typeof LayoutHeader>) => (
  <>
    <LayoutHeader {...header} />
    <div className="p-6 text-sm text-muted">{children}</div>
  </>
)

const Loading = (header: ComponentProps<typeof LayoutHeader>) => (
  <>
    <LayoutHeader {...header} />
    <Skeleton className="grow rounded-none!" />
  </>
)
