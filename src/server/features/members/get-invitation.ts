import type { ReplyOf } from '#contract/api.ts'
import type { Deps } from '../../deps.ts'
import { accountName } from '../accounts/queries.ts'
import { hashInvitation } from './invitation-code.ts'
import { invitationNotFound } from './queries.ts'

/** For the page of the link, before its receiver has logged in. */
export async function getInvitation(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { code }: { code: string },
): Promise<ReplyOf<'getInvitation'>['data']> {
  return db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.accountId')
    .select([accountName.as('name'), 'invitations.role', 'invitations.email'])
    .where('codeHash', '=', hashInvitation(code))
    .where('expiresAt', '>', now())
    .executeTakeFirstOrThrow(invitationNotFound)
}
