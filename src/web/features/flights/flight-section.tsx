import { useCallback, useMemo, useState } from 'react'
import type { FlightReply } from '#contract/flights.ts'
import { isReportCategory, type ReportCategory } from '#domain/analyses.ts'
import { problemOf } from '#web/lib/api.ts'
import { LoadFailed } from '#web/ui/list/load-failed.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { useFlight, useFlightChanges, useFlightPhotos } from './flight-queries.ts'
import { FlightView } from './flight-view.tsx'
import { layOnGround } from './ground/ground-photos.ts'
import { startDrawing } from './ground/start-drawing.ts'
import { SameFieldLink } from './same-field-link.tsx'

type FlightSectionProps = {
  analysisRequestId: string
  /** Ordered ones. */
  outputs: readonly string[]
  viewer: 'customer' | 'staff'
}

/** What the photos of an archive say of the flight, for the page of its request. */
export function FlightSection({ analysisRequestId, outputs, viewer }: FlightSectionProps) {
  const { data: flight, isPending, error, refetch, isFetching } = useFlight(analysisRequestId)
  const known = useMemo(() => outputs.filter(isReportCategory), [outputs])
  if (isPending) return <Skeleton className="h-40 w-full" />
  if (!flight)
    return (
      <LoadFailed title="Failed to load the flight" trying={isFetching} onTryAgain={() => void refetch()}>
        {problemOf(error)}
      </LoadFailed>
    )
  if (flight.state === 'WAITING') return <p className="text-sm text-muted">The photos are being looked at.</p>
  if (flight.state === 'UNREADABLE') return <p className="text-sm text-muted">{flight.reason}</p>
  if (flight.photos === 0) {
    const maps = flight.checks.find(({ id }) => id === 'maps')?.message
    return (
      <p className="text-sm text-muted">{['There are no photos in this archive.', maps].filter(Boolean).join(' ')}</p>
    )
  }
  return <ReadyFlight {...{ analysisRequestId, viewer, flight }} outputs={known} />
}

const onError = (error: unknown) => toast.error(problemOf(error))

type ReadyFlightProps = Omit<FlightSectionProps, 'outputs'> & {
  flight: FlightReply
  outputs: readonly ReportCategory[]
}

function ReadyFlight({ analysisRequestId, flight, outputs, viewer }: ReadyFlightProps) {
  const [areWanted, setAreWanted] = useState(false)
  const { data: photos = null } = useFlightPhotos(analysisRequestId, areWanted)
  const { positions, footprintMetres } = flight
  const ground = useMemo(() => layOnGround({ positions, footprintMetres }), [positions, footprintMetres])
  const draw = useCallback(() => startDrawing(ground), [ground])
  const { answer, acknowledge } = useFlightChanges(analysisRequestId)
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <SameFieldLink sameField={flight.sameField} />
      <FlightView
        flight={flight}
        ground={ground}
        startDrawing={draw}
        outputs={outputs}
        photos={photos}
        onWantPhotos={() => setAreWanted(true)}
        answers={flight.answers}
        onAnswers={(answers) => answer.mutate(answers, { onError })}
        onAcknowledge={
          viewer === 'staff'
            ? ({ id: check, message }, acknowledged) =>
                acknowledge.mutate({ check, message, acknowledged }, { onError })
            : undefined
        }
      />
    </div>
  )
}
