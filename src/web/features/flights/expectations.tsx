import { OUTPUT_NAMES, type ReportCategory } from '#domain/analyses.ts'
import type { FlightCheck } from '#domain/flights.ts'
import { expectationsOf } from '#imagery/flights/expectations.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CHECK_NAMES } from './check-names.ts'
import { SeverityBadge } from './severity-badge.tsx'

type ExpectationsProps = { outputs: readonly ReportCategory[]; checks: readonly FlightCheck[] }

/** What each ordered output can expect. */
export const Expectations = ({ outputs, checks }: ExpectationsProps) => (
  <ul aria-label="What the outputs can expect" className="divide-y divide-line border-y border-line text-sm">
    {expectationsOf(outputs, checks).map(({ output, worst, because }) => (
      <li key={output} className="grid gap-x-4 gap-y-1.5 py-2.5 @xl:grid-cols-[9.5rem_minmax(0,1fr)]">
        <span className="first-letter:uppercase">{OUTPUT_NAMES[output]}</span>
        <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          {worst ? <SeverityBadge severity={worst}>{WORDS[worst]}</SeverityBadge> : <Badge tone="green">Good</Badge>}
          {because.length > 0 && (
            <span className="text-muted">{because.map(({ id }) => CHECK_NAMES[id]).join(', ')}</span>
          )}
        </span>
      </li>
    ))}
  </ul>
)

const WORDS = { stop: 'Not from these photos', warn: 'With limits' }
