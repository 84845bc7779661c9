import type { FlightCheck } from '#domain/flights.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CHECK_NAMES } from './check-names.ts'
import { SEVERITY_LOOKS } from './severity-looks.ts'

/** What was found with one photo. */
export const FindingBadges = ({ checks }: { checks: readonly FlightCheck[] }) => (
  <span className="flex flex-wrap gap-1">
    {checks.map(({ id, severity }) => (
      <Badge key={id} tone={SEVERITY_LOOKS[severity].tone} icon={SEVERITY_LOOKS[severity].icon}>
        {CHECK_NAMES[id]}
      </Badge>
    ))}
  </span>
)
