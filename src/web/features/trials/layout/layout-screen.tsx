import { type ComponentProps, Suspense } from 'react'
import { displayName } from '#domain/display-names.ts'
import { utmAt } from '#imagery/rasters/utm.ts'
import { hasStatus } from '#web/lib/api.ts'
import { BackLink } from '#web/lib/back-link.tsx'
import { lateComponent } from '#web/lib/late-code.tsx'
import { useView } from '#web/lib/view.ts'
import { LoadFailed } from '#web/ui/list/load-failed.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { problemOf } from '../messages.ts'
import { standIn } from '../stand-in.tsx'
import { type Trial, usePlots, useTrial } from '../trial-queries.ts'

const LayoutStudio = lateComponent(
  async () => (await import('./layout-studio.tsx')).LayoutStudio,
  standIn('The map could not be loaded'),
)

type LayoutScreenProps = { trialId: string; backTo: string }

/** Plots are drawn over the orthomosaic of a flight. */
export function LayoutScreen({ trialId, backTo }: LayoutScreenProps) {
  const { data: trial, error, isPending, isFetching, refetch } = useTrial(trialId)
  const isMissing = hasStatus(error, 400, 404)
  const [view] = useView()
  const version = trial?.plotVersions.find(
    (one) => one.hasLayout && String(one.version) === view.get('version'),
  )?.version
  return (
    <div className="@container" data-wide>
      <BackLink to={backTo}>Trial</BackLink>
      <h1 className="mt-1 font-display text-2xl font-semibold wrap-anywhere">
        {version === undefined ? 'Draw plots' : `Edit layout, version ${version},`}
        {trial && (
          <>
            {' of '}
            <bdi>{displayName(trial.name)}</bdi>
          </>
        )}
      </h1>
      {trial && <Studio trial={trial} backTo={backTo} version={version} />}
      {isPending && <Skeleton className="mt-6 h-96 w-full" />}
      {!trial && isMissing && <p className="mt-4 text-sm text-muted">It was deleted, or is not yours.</p>}
      {!trial && error && !isMissing && (
        <LoadFailed title="The trial could not be loaded" trying={isFetching} onTryAgain={() => void refetch()}>
          {problemOf(error)}
        </LoadFailed>
      )}
    </div>
  )
}

type StudioProps = { trial: Trial; backTo: string /** That is edited. */; version: number | undefined }

function Studio({ trial, backTo, version }: StudioProps) {
  const flights = trial.flights.filter(({ orthomosaic }) => orthomosaic.bounds !== null)
  const [first] = flights
  const bounds = first?.orthomosaic.bounds
  if (!first || !bounds)
    return (
      <p className="mt-4 text-sm text-muted">
        {trial.flights.length === 0
          ? 'Add a flight on the page of the trial first: plots are drawn on its map.'
          : 'No map of this trial says where it lies, so plots can’t be drawn on it.'}
      </p>
    )
  const [west, south, east, north] = bounds
  const utm = utmAt((west + east) / 2, (south + north) / 2)
  const studio = { trial, flights: [first, ...flights.slice(1)] as const, utm, backTo }
  return (
    <Suspense fallback={<Skeleton className="mt-6 h-96 w-full" />}>
      {version === undefined ? <LayoutStudio {...studio} edited={null} /> : <Edited {...studio} version={version} />}
    </Suspense>
  )
}

type EditedProps = Omit<ComponentProps<typeof LayoutStudio>, 'edited'> & { version: number }

/** Loads the layout of a version first. */
function Edited({ version, ...studio }: EditedProps) {
  const { data, error, isFetching, refetch } = usePlots(studio.trial.trialId, version)
  if (error)
    return (
      <LoadFailed title="The layout could not be loaded" trying={isFetching} onTryAgain={() => void refetch()}>
        {problemOf(error)}
      </LoadFailed>
    )
  if (!data) return <Skeleton className="mt-6 h-96 w-full" />
  const { layout, epsg } = data
  if (!layout || epsg !== studio.utm.epsg)
    return (
      <p className="mt-4 text-sm text-muted">
        This layout is in other coordinates than the maps of this trial, so it can’t be edited on them. Draw the plots
        again.
      </p>
    )
  return <LayoutStudio {...studio} edited={{ version, layout }} />
}
