import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import type { AnalysisOfUser } from '#contract/analyses.ts'

const LOOKS = {
  stop: { icon: CircleX, look: 'text-status-red', one: 'problem', many: 'problems' },
  warn: { icon: TriangleAlert, look: 'text-status-yellow', one: 'warning', many: 'warnings' },
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
          {flight.open} {flight.open === 1 ? found.one : found.many}
          <span className="sr-only"> in the photos</span>
        </>
      ) : (
        'Flight is fine'
      )}
    </span>
  )
}
