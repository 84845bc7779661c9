import { useCallback, useMemo, useState } from 'react'
import type { FlightReply } from '#contract/flights.ts'
import { isReportCategory, type ReportCategory } from '#domain/analyses.ts'
import { displayName } from '#domain/display-names.ts'
import { problemOf } from '#web/lib/api.ts'
import { QueryFailed } from '#web/lib/query-failed.tsx'
import { useView } from '#web/lib/view.ts'
import { Workbench } from '#web/lib/workbench/workbench.tsx'
import { Skeleton } from '#web/ui/list/skeleton.tsx'
import { toast } from '#web/ui/overlay/toast.ts'
import { FlightFindings } from './flight-findings.tsx'
import { useFlight, useFlightChanges, useFlightPhotos } from './flight-queries.ts'
import { layOnGround } from './ground/ground-photos.ts'
import { LateGroundMap } from './ground/late-ground-map.tsx'
import { startDrawing } from './ground/start-drawing.ts'
import { ChosenPhoto } from './photos/chosen-photo.tsx'
import { PhotoTable } from './photos/photo-table.tsx'
import { SameFieldLink } from './same-field-link.tsx'

type FlightSectionProps = {
  analysisRequestId: string
  /** Ordered ones. */
  outputs: readonly string[]
  viewer: 'customer' | 'staff'
}

/** What the photos of an archive say of the flight, for the page of its request. */
export function FlightSection({ analysisRequestId, outputs, viewer }: FlightSectionProps) {
  const query = useFlight(analysisRequestId)
  const { data: flight } = query
  const known = useMemo(() => outputs.filter(isReportCategory), [outputs])
  if (query.isPending) return <Skeleton className="grow rounded-none!" />
  const text = flight ? textInstead(flight) : undefined
  if (flight && text === undefined) return <ReadyFlight {...{ analysisRequestId, viewer, flight }} outputs={known} />
  return (
    <div className="p-6">
      {flight ? (
        <p className="text-sm text-muted">{text}</p>
      ) : (
        <QueryFailed title="Failed to load the flight" query={query} />
      )}
    </div>
  )
}

/** Where there are no photos to look at. */
function textInstead(flight: FlightReply): string | undefined {
  if (flight.state === 'WAITING') return 'The photos are being looked at.'
  if (flight.state === 'UNREADABLE') return flight.reason ?? ''
  if (flight.photos > 0) return undefined
  const maps = flight.checks.find(({ id }) => id === 'maps')?.message
  return ['There are no photos in this archive.', maps].filter(Boolean).join(' ')
}

const onError = (error: unknown) => toast.error(problemOf(error))
const NOTHING: readonly string[] = []
const PHOTOS = { id: 'photos', title: 'Photos' }

type ReadyFlightProps = Omit<FlightSectionProps, 'outputs'> & {
  flight: FlightReply
  outputs: readonly ReportCategory[]
}

/** Its photos on the ground, what was found, and each photo. */
function ReadyFlight({ analysisRequestId, flight, outputs, viewer }: ReadyFlightProps) {
  const [view, show] = useView()
  const [found, setFound] = useState(NOTHING)
  const { positions, footprintMetres, checks, controlPoints, answers } = flight
  const ground = useMemo(() => layOnGround({ positions, footprintMetres }), [positions, footprintMetres])
  const draw = useCallback(() => startDrawing(ground), [ground])
  const points = useMemo(() => controlPoints.flatMap((file) => file.points), [controlPoints])
  const hasMap = ground.names.length > 0
  const asked = view.get('photo')
  const areWanted = asked !== null || view.get('tab') === PHOTOS.id || !hasMap
  const { data: photos } = useFlightPhotos(analysisRequestId, areWanted)
  // An old link may name one that isn't there.
  const chosen = photos && !photos.some(({ name }) => name === asked) ? null : asked
  const { answer, acknowledge } = useFlightChanges(analysisRequestId)
  const choose = (photo: string | null) => show({ photo }, { replace: true })
  return (
    <Workbench
      layers={{
        title: 'Flight check',
        body: (
          <>
            <SameFieldLink sameField={flight.sameField} />
            {!hasMap && <p className="text-muted">No photo has a position, so there is no map of them.</p>}
            <FlightFindings
              {...{ flight, outputs, answers }}
              onMark={setFound}
              onAnswers={(changed) => answer.mutate(changed, { onError })}
              onAcknowledge={
                viewer === 'staff'
                  ? ({ id: check, message }, acknowledged) =>
                      acknowledge.mutate({ check, message, acknowledged }, { onError })
                  : undefined
              }
            />
          </>
        ),
      }}
      map={
        hasMap ? (
          <LateGroundMap
            {...{ ground, found, chosen, points }}
            startDrawing={draw}
            hasPictures={false}
            onChoose={choose}
          />
        ) : null
      }
      inspector={
        chosen === null
          ? null
          : {
              label: 'Photo',
              title: displayName(chosen),
              closeLabel: 'Close the photo',
              body: <ChosenPhoto {...{ photos, checks }} name={chosen} onChoose={choose} />,
              onClose: () => choose(null),
            }
      }
      tabsLabel="Views of the flight"
      tabs={[PHOTOS]}
      renderBody={() =>
        photos ? <PhotoTable {...{ photos, checks, chosen }} onChoose={choose} /> : <Skeleton className="h-40 w-full" />
      }
    />
  )
}
