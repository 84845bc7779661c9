import type { ReportCategory } from '#domain/analyses.ts'
import type { Flight, FlightAnswers } from '#domain/flights.ts'
import { ControlPointFiles } from './control-point-files.tsx'
import { Expectations } from './expectations.tsx'
import { type FindingCheck, Findings } from './findings.tsx'
import { FlightFacts } from './flight-facts.tsx'
import { HeightField } from './height-field.tsx'

export type FlightFindingsProps = {
  flight: Omit<Flight, 'checks' | 'positions'> & { checks: readonly FindingCheck[] }
  /** Ordered ones. */
  outputs: readonly ReportCategory[]
  answers: FlightAnswers
  /** Absent where they can't be changed. */
  onAnswers?: ((answers: FlightAnswers) => void) | undefined
  /** Points out photos on the map; none when empty. */
  onMark: (names: readonly string[]) => void
  /** Of staff. */
  onAcknowledge?: ((check: FindingCheck, acknowledged: boolean) => void) | undefined
}

/** What was found in a flight, its figures, and what the outputs can expect. */
export function FlightFindings({ flight, outputs, answers, onAnswers, onMark, onAcknowledge }: FlightFindingsProps) {
  const { checks, controlPoints, heightSource } = flight
  return (
    <div className="@container flex min-w-0 flex-col gap-6">
      <Findings checks={checks} onMark={onMark} onAcknowledge={onAcknowledge} />
      <div className="grid items-start gap-x-10 gap-y-6 @2xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <FlightFacts flight={flight} />
          {heightSource !== 'photos' && onAnswers && (
            <HeightField
              height={answers.heightMetres}
              onHeight={(heightMetres) => onAnswers({ ...answers, heightMetres })}
            />
          )}
        </div>
        {outputs.length > 0 && <Expectations outputs={outputs} checks={checks} />}
      </div>
      {controlPoints.length > 0 && <ControlPointFiles files={controlPoints} answers={answers} onAnswers={onAnswers} />}
    </div>
  )
}
