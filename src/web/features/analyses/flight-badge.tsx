import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import type { AnalysisOfUser } from '#contract/analyses.ts'
import { counted } from '#domain/units.ts'

const LOOKS = {
  stop: { icon: CircleX, look: 'text-status-red', noun: 'problem' },
  warn: { icon: TriangleAlert, look: 'text-status-yellow', noun: 'warning' },
} as const

/** What the photos of a request leave to look at; nothing before they were looked at. */
export function FlightBadge({ flight }: Pick<AnalysisOfUser, 'flight'>) {
  if (!flight) return null
  const found = flight.worst && LOOKS[flight.worst]
  const Icon = found ? found.icon : CircleCheck
  return (
    <span
      className={`mt-0.5 flex w-fit items-center gap-1 text-bench whitespace-nowrap @max-table:ml-auto ${found ? `font-medium ${found.look}` : 'text-muted'}`}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {found ? (
        <>
          {counted(flight.open, found.noun)}
          <span className="sr-only"> in the photos</span>
        </>
      ) : (
        'Flight is fine'
      )}
    </span>
  )
}
