import { useMemo, useState } from 'react'
import { isReportCategory } from '#domain/analyses.ts'
import { type FlightAnswers, SEVERITY_NAMES, summarizeFlight } from '#domain/flights.ts'
import { counted } from '#domain/units.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { SeverityBadge } from '../severity-badge.tsx'
import type { CheckedFlight } from './check-worker.ts'
import { FlightView } from './flight-view.tsx'
import { useFlightCheck } from './use-flight-check.ts'

type FlightCheckProps = {
  file: File
  /** Chosen outputs. */
  outputs: readonly string[]
  answers: FlightAnswers
  onAnswers?: ((answers: FlightAnswers) => void) | undefined
  /** Absent once it is sent. */
  onAddAsMaps?: (() => void) | undefined
}

/** What the photos of a chosen archive say, before a byte is sent. Nothing here keeps it from being sent. */
export function FlightCheck(props: FlightCheckProps) {
  const [attempt, setAttempt] = useState(0)
  const { name, size, lastModified } = props.file
  const key = [name, size, lastModified, attempt].join('/')
  return <Attempt key={key} {...props} onAgain={() => setAttempt(attempt + 1)} />
}

function Attempt({
  file,
  outputs: chosen,
  answers,
  onAnswers,
  onAddAsMaps,
  onAgain,
}: FlightCheckProps & { onAgain: () => void }) {
  const outputs = useMemo(() => chosen.filter(isReportCategory), [chosen])
  const asked = useMemo(() => ({ outputs, answers }), [outputs, answers])
  const check = useFlightCheck(file, asked)
  const { fraction, flight, ground, photos, reason, isStopped } = check
  const isOfMaps = flight?.checks.some(({ id }) => id === 'maps')
  if (reason !== null || (flight?.photos === 0 && !isOfMaps)) return null
  return (
    <section aria-label="Flight check" className="flex min-w-0 flex-col gap-4 border-t border-line pt-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-display font-semibold">Flight check</h3>
        {flight && <Verdict flight={flight} />}
      </div>
      {!flight && !isStopped && (
        <div className="flex items-center gap-4">
          <div className="grow">
            <p className="mb-1 text-sm text-muted">Looking at the photos. You need not wait for it.</p>
            <ProgressBar percent={100 * fraction} label="Photos looked at" />
          </div>
          <Button variant="secondary" size="small" onClick={check.stop}>
            Stop
          </Button>
        </div>
      )}
      {isStopped && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
          The photos were not looked at.
          <Button variant="secondary" size="small" onClick={onAgain}>
            Look at them
          </Button>
        </p>
      )}
      {flight?.photos === 0 && isOfMaps && onAddAsMaps && (
        <Alert
          tone="warning"
          title="These are finished maps. Add them as maps?"
          action={
            <Button variant="secondary" size="small" onClick={onAddAsMaps}>
              Add as maps
            </Button>
          }
        >
          Maps need no processing: they are prepared at once, and trials can use them.
        </Alert>
      )}
      {flight && ground && (
        <FlightView
          flight={flight}
          outputs={outputs}
          photos={photos}
          onWantPhotos={check.wantPhotos}
          ground={ground}
          startDrawing={check.startDrawing}
          loadPicture={check.loadPicture}
          answers={answers}
          onAnswers={onAnswers}
        />
      )}
    </section>
  )
}

function Verdict({ flight }: { flight: CheckedFlight }) {
  const counts = (['stop', 'warn'] as const).map((severity) => ({
    severity,
    count: flight.checks.filter((check) => check.severity === severity).length,
  }))
  const found = counts.filter(({ count }) => count > 0)
  return (
    <>
      {found.map(({ severity, count }) => (
        <SeverityBadge key={severity} severity={severity}>
          {counted(count, SEVERITY_NAMES[severity].toLowerCase())}
        </SeverityBadge>
      ))}
      {found.length === 0 && <Badge tone="green">Nothing to mind</Badge>}
      <p className="basis-full text-sm text-muted">{summarizeFlight(flight)}</p>
    </>
  )
}
