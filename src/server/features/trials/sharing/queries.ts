import type { TrialShare } from '#contract/trial-shares.ts'
import { AppError } from '#domain/errors.ts'
import { visibleTo } from '../../../access.ts'
import type { Actor } from '../../../actor.ts'
import type { Database } from '../../../adapters/db/schema.ts'
import { accountName } from '../../accounts/queries.ts'
import { trialNotFound } from '../queries.ts'

export const offerNotFound = (): AppError =>
  new AppError('not-found', 'This offer has expired, or was taken back. Ask for a new one.')

/** A trial of the account itself, locked until the transaction ends: what is shared with it isn't its to share. */
export async function lockOwnTrial(trx: Database, actor: Actor, trialId: string): Promise<{ name: string }> {
  const own = trx.selectFrom('trials').select('name').where('id', '=', trialId).where(visibleTo(actor, 'trials'))
  return own.forUpdate().executeTakeFirstOrThrow(trialNotFound)
}

export const selectShares = (db: Database) =>
  db
    .selectFrom('trialShares')
    .leftJoin('users', 'users.id', 'trialShares.accountId')
    .select(['trialShares.id', 'trialShares.email', 'trialShares.role', 'acceptedAt', 'expiresAt'])
    .select(accountName.$castTo<string | null>().as('account'))

type Row = Awaited<ReturnType<ReturnType<typeof selectShares>['executeTakeFirstOrThrow']>>

export const presentShare = ({ id, acceptedAt, expiresAt, ...share }: Row): TrialShare => ({
  shareId: id,
  ...share,
  acceptedTime: acceptedAt?.toISOString() ?? null,
  expiresTime: expiresAt.toISOString(),
})

/** An offer by the code of its link, locked until the transaction ends, with the account of its trial. */
export const lockOffer = (trx: Database, codeHash: string) =>
  trx
    .selectFrom('trialShares')
    .innerJoin('trials', 'trials.id', 'trialShares.trialId')
    .select(['trialShares.id', 'trialId', 'role', 'email', 'expiresAt', 'trialShares.accountId as acceptedFor'])
    .select('trials.accountId as ownerId')
    .where('codeHash', '=', codeHash)
    .forUpdate('trialShares')
    .executeTakeFirst()
