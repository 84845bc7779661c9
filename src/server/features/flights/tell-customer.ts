import type { Flight } from '#domain/flights.ts'
import { hours } from '#domain/units.ts'
import type { Database } from '../../adapters/db/schema.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { selectWithUser } from '../analyses/queries.ts'
import { queueEmail } from '../emails/queue-email.ts'
import { chosenFor } from '../notices/email-choices.ts'
import { CHOOSE_EMAILS } from '../notices/emails.ts'
import { flightEmail, isDoubtful } from './emails.ts'
import { newestArchive } from './queries.ts'

/** Later, what is found comes from a newer version of ours, not from a new archive. */
const NEWS_MS = hours(48)

export type TellDeps = Pick<Deps, 'queue' | 'now'> & WithConfig<'publicUrl'>

/**
 * Writes to the customer once about an archive that has just come, when something about its photos is in doubt, and they want emails
 * about their request. Inside the transaction that records it, with the row of the flight locked.
 */
export async function tellCustomer(
  trx: Database,
  deps: TellDeps,
  { fileId, analysisId, flight }: { fileId: string; analysisId: string; flight: Flight },
): Promise<void> {
  if (!flight.checks.some(isDoubtful)) return
  const newest = await newestArchive(trx, analysisId)
    .select(['files.id', 'files.fileName', 'files.createdAt', 'flights.toldAt', 'analyses.status'])
    .executeTakeFirst()
  const at = deps.now()
  if (newest?.id !== fileId || newest.toldAt || newest.createdAt.getTime() < at.getTime() - NEWS_MS) return
  if (newest.status !== 'PENDING' && newest.status !== 'UNDER_REVIEW') return
  await trx.updateTable('flights').set({ toldAt: at }).where('fileId', '=', fileId).execute()
  const { accountId, ...request } = await selectWithUser(trx)
    .where('analyses.id', '=', analysisId)
    .executeTakeFirstOrThrow()
  if ((await chosenFor(trx, accountId, 'request-status')) === 'OFF') return
  const url = `${deps.config.publicUrl}/my-dashboard/requests/${analysisId}`
  const email = flightEmail({ ...request, url }, { fileName: newest.fileName, flight })
  await queueEmail(trx, deps, { to: request.email, ...email, footnote: CHOOSE_EMAILS })
}
