import { useState } from 'react'
import type { FlightReply } from '#contract/flights.ts'
import { serverMessage } from '#web/lib/api.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Findings } from './findings.tsx'
import { FlightFacts } from './flight-facts.tsx'
import { FlightPicture } from './flight-picture.tsx'
import { useFlight } from './flight-queries.ts'

/** What the photos of an archive say of the flight, for the page of its request. */
export function FlightSection({ analysisRequestId }: { analysisRequestId: string }) {
  const { data: flight, isPending, error, refetch, isFetching } = useFlight(analysisRequestId)
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
  return <Content flight={flight} />
}

function Content({ flight }: { flight: FlightReply }) {
  const [marked, setMarked] = useState<readonly string[]>([])
  return (
    <div className="@container flex min-w-0 flex-col gap-6">
      <div className="grid gap-x-10 gap-y-6 @xl:grid-cols-[3fr_2fr]">
        <FlightFacts flight={flight} />
        <FlightPicture positions={flight.positions} marked={marked} />
      </div>
      <Findings checks={flight.checks} onMark={setMarked} />
    </div>
  )
}
