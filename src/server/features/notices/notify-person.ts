import { emailTopicOf } from '#domain/notices.ts'
import type { Database, User } from '../../adapters/db/schema.ts'
import type { EmailContent } from '../../adapters/email/template.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { queueEmail } from '../emails/queue-email.ts'
import { type About, addNotices } from './add-notices.ts'
import { chosenFor } from './email-choices.ts'
import { CHOOSE_EMAILS } from './emails.ts'

type Notification = About & { person: Pick<User, 'id' | 'email'>; email: EmailContent }

/**
 * Tells a person of a change, inside its transaction: by a notice, and by an email unless they have switched off emails of its
 * kind.
 */
export async function notifyPerson(
  trx: Database,
  deps: Pick<Deps, 'queue' | 'now'> & WithConfig<'publicUrl'>,
  { person, email, ...about }: Notification,
): Promise<void> {
  await addNotices(trx, deps, { people: [person], ...about })
  const topic = emailTopicOf(about.content.kind)
  if (!topic) return queueEmail(trx, deps, { to: person.email, ...email })
  if ((await chosenFor(trx, person.id, topic)) === 'OFF') return
  await queueEmail(trx, deps, { to: person.email, ...email, footnote: CHOOSE_EMAILS })
}
