import { Suspense } from 'react'
import { displayName } from '#domain/display-names.ts'
import { utmAt } from '#imagery/rasters/utm.ts'
import { hasStatus } from '#web/lib/api.ts'
import { BackLink } from '#web/lib/back-link.tsx'
import { lateComponent } from '#web/lib/late-code.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { problemOf } from '../messages.ts'
import { standIn } from '../stand-in.tsx'
import { type Trial, useTrial } from '../trial-queries.ts'

const LayoutStudio = lateComponent(
  async () => (await import('./layout-studio.tsx')).LayoutStudio,
  standIn('The map could not be loaded'),
)

type LayoutScreenProps = { trialId: string; backTo: string }

/** Plots are drawn over the orthomosaic of a flight. */
export function LayoutScreen({ trialId, backTo }: LayoutScreenProps) {
  const { data: trial, error, isPending, isFetching, refetch } = useTrial(trialId)
  const isMissing = hasStatus(error, 400, 404)
  return (
    <div className="@container" data-wide>
      <BackLink to={backTo}>Trial</BackLink>
      <h1 className="mt-1 font-display text-2xl font-semibold wrap-anywhere">
        Draw plots
        {trial && (
          <>
            {' of '}
            <bdi>{displayName(trial.name)}</bdi>
          </>
        )}
      </h1>
      {trial && <Studio trial={trial} backTo={backTo} />}
      {isPending && <Skeleton className="mt-6 h-96 w-full" />}
      {!trial && isMissing && <p className="mt-4 text-sm text-muted">It was deleted, or it belongs to someone else.</p>}
      {!trial && error && !isMissing && (
        <LoadFailed title="The trial could not be loaded" trying={isFetching} onTryAgain={() => void refetch()}>
          {problemOf(error)}
        </LoadFailed>
      )}
    </div>
  )
}

function Studio({ trial, backTo }: { trial: Trial; backTo: string }) {
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
  return (
    <Suspense fallback={<Skeleton className="mt-6 h-96 w-full" />}>
      <LayoutStudio trial={trial} flights={[first, ...flights.slice(1)]} utm={utm} backTo={backTo} />
    </Suspense>
  )
}
