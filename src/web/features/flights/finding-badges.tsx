import type { FlightCheck } from '#domain/flights.ts'
import { CHECK_NAMES } from './check-names.ts'
import { SeverityBadge } from './severity-badge.tsx'

/** What was found with one photo. */
export const FindingBadges = ({ checks }: { checks: readonly FlightCheck[] }) => (
  <span className="flex flex-wrap gap-1">
    {checks.map(({ id, severity }) => (
      <SeverityBadge key={id} severity={severity}>
        {CHECK_NAMES[id]}
      </SeverityBadge>
    ))}
  </span>
)
