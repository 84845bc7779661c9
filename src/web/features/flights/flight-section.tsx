import { useMemo } from 'react'
import { isReportCategory } from '#domain/analyses.ts'
import { NO_ANSWERS } from '#domain/flights.ts'
import { serverMessage } from '#web/lib/api.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useFlight } from './flight-queries.ts'
import { FlightView } from './flight-view.tsx'

type FlightSectionProps = {
  analysisRequestId: string
  /** Ordered ones. */
  outputs: readonly string[]
}

/** What the photos of an archive say of the flight, for the page of its request. */
export function FlightSection({ analysisRequestId, outputs }: FlightSectionProps) {
  const { data: flight, isPending, error, refetch, isFetching } = useFlight(analysisRequestId)
  const known = useMemo(() => outputs.filter(isReportCategory), [outputs])
  if (isPending) return <Skeleton className="h-40 w-full" />
  if (!flight)
    return (
      <LoadFailed title="Failed to load the flight" trying={isFetching} onTryAgain={() => void refetch()}>
        {serverMessage(error)}
      </LoadFailed>
    )
  if (flight.state === 'WAITING') return <p className="text-sm text-muted">The photos are being looked at.</p>
  if (flight.state === 'UNREADABLE') return <p className="text-sm text-muted">{flight.reason}</p>
  if (flight.photos === 0) return <p className="text-sm text-muted">There are no photos in this archive.</p>
  return <FlightView flight={flight} outputs={known} photos={null} answers={NO_ANSWERS} />
}
