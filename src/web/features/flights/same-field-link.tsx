import { Link, useLocation } from 'react-router'
import type { FlightReply } from '#contract/flights.ts'
import { displayName } from '#domain/display-names.ts'
import { paths } from '#web/lib/paths.ts'

/** To the trial of an earlier flight of the same field, or to its request. */
export function SameFieldLink({ sameField }: Pick<FlightReply, 'sameField'>) {
  const isStaff = useLocation().pathname.startsWith(paths.adminRequests())
  if (!sameField) return null
  const { analysisRequestId, trialId, name } = sameField
  const toRequest = isStaff ? paths.adminRequest : paths.myRequest
  const toTrial = isStaff ? paths.adminTrial : paths.myTrial
  return (
    <p className="text-sm">
      The same field was flown before:{' '}
      <Link
        to={trialId === null ? toRequest(analysisRequestId) : toTrial(trialId)}
        className="break-words underline decoration-line-strong underline-offset-4 hover:decoration-current"
      >
        {trialId === null ? 'the earlier request for' : 'the trial'} <bdi>{displayName(name)}</bdi>
      </Link>
    </p>
  )
}
