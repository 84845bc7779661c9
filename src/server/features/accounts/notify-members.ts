import type { Member } from '#contract/members.ts'
import { type AccountRole, isAtLeast } from '#domain/memberships.ts'
import type { Database } from '../../adapters/db/schema.ts'
import type { EmailContent } from '../../adapters/email/template.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import type { About } from '../notices/add-notices.ts'
import { notifyPerson } from '../notices/notify-person.ts'
import { membersOf } from './queries.ts'

type Told = { accountId: string; least: AccountRole; news: (member: Member) => About & { email: EmailContent } }

/** Tells the people of an account of a change, inside its transaction, each as they chose. */
export async function notifyMembers(
  trx: Database,
  deps: Pick<Deps, 'queue' | 'now'> & WithConfig<'publicUrl'>,
  { accountId, least, news }: Told,
): Promise<void> {
  for (const member of await membersOf(trx, accountId))
    if (isAtLeast(member.role, least))
      await notifyPerson(trx, deps, { ...news(member), person: { id: member.userId, email: member.email } })
}
