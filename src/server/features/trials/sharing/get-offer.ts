import type { ReplyOf } from '#contract/api.ts'
import type { Deps } from '../../../deps.ts'
import { accountName } from '../../accounts/queries.ts'
import { hashInvitation } from '../../members/invitation-code.ts'
import { offerNotFound } from './queries.ts'

/** For the page of the link, before its receiver has logged in. */
export async function getOfferedTrial(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { code }: { code: string },
): Promise<ReplyOf<'getOfferedTrial'>['data']> {
  return db
    .selectFrom('trialShares')
    .innerJoin('trials', 'trials.id', 'trialShares.trialId')
    .innerJoin('users', 'users.id', 'trials.accountId')
    .select(['trials.name as trial', accountName.as('name'), 'trialShares.role', 'trialShares.email'])
    .where('codeHash', '=', hashInvitation(code))
    .where('expiresAt', '>', now())
    .executeTakeFirstOrThrow(offerNotFound)
}
