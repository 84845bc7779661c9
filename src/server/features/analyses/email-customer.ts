import type { Kysely } from 'kysely'
import type { Schema } from '../../adapters/db/schema.ts'
import type { EmailContent } from '../../adapters/email/template.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { queueEmail } from '../emails/queue-email.ts'
import type { RequestOfCustomer } from './emails.ts'
import { selectWithUser } from './queries.ts'

/** Queues an email to the customer of a request, inside the transaction of the change it reports. */
export async function emailCustomer(
  trx: Kysely<Schema>,
  deps: Pick<Deps, 'queue' | 'now'> & WithConfig<'publicUrl'>,
  { analysisId, content }: { analysisId: string; content: (request: RequestOfCustomer) => EmailContent },
): Promise<void> {
  const { fullName, email, projectType } = await selectWithUser(trx)
    .where('analyses.id', '=', analysisId)
    .executeTakeFirstOrThrow()
  const url = `${deps.config.publicUrl}/my-dashboard?request=${analysisId}`
  await queueEmail(trx, deps, { to: email, ...content({ fullName, projectType, url }) })
}
