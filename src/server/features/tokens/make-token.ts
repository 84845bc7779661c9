import { randomUUID } from 'node:crypto'
import type { BodyOf } from '#contract/api.ts'
import { dateOf } from '#domain/dates.ts'
import { AppError, errorAt } from '#domain/errors.ts'
import { TOKENS_MAX } from '#domain/tokens.ts'
import { isStaff } from '../../access.ts'
import type { Actor } from '../../actor.ts'
import type { Database } from '../../adapters/db/schema.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { countAll } from '../../lists/bounded-count.ts'
import { requireApproved } from '../../still-allowed.ts'
import { lockAccount } from '../accounts/locked-account.ts'
import { findAssigned } from '../projects/queries.ts'
import { hashOfSecret, newSecret } from './token-secret.ts'

/** The secret is in the answer, and nowhere else. */
export async function makeToken(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { name, scopes, projectType, endsOn }: BodyOf<'makeToken'>,
): Promise<{ tokenId: string; token: string }> {
  const at = deps.now()
  if (endsOn !== undefined && endsOn < dateOf(at)) throw errorAt('endsOn', 'Choose a day that is not over')
  const token = newSecret()
  const id = randomUUID()
  const made = { name, scopes: [...new Set(scopes)], endsOn: endsOn ?? null }
  await deps.db.transaction().execute(async (trx) => {
    // Locked, so that the count holds.
    await lockAccount(trx, actor.accountId)
    await requireApproved(trx, actor)
    await requireRoom(trx, actor)
    const projectId = projectType === undefined ? null : await projectOf(trx, actor, projectType)
    const { accountId, userId } = actor
    const values = { id, accountId, userId, ...made, projectId, secretHash: hashOfSecret(token), madeAt: at }
    await trx
      .insertInto('apiTokens')
      .values({ ...values, usedAt: null })
      .execute()
    const after = { token: name, scopes: made.scopes, projectTypes: projectType, endsOn }
    await audit(trx, actor, { at, action: 'token.made', subject: `user:${accountId}`, after })
  })
  return { tokenId: id, token }
}

async function requireRoom(trx: Database, { accountId, userId }: Actor): Promise<void> {
  const own = trx.selectFrom('apiTokens').select('id').where('accountId', '=', accountId).where('userId', '=', userId)
  if ((await countAll(trx, own)) >= TOKENS_MAX)
    throw new AppError('conflict', `A person has at most ${TOKENS_MAX} tokens. Revoke one of them first.`)
}

async function projectOf(trx: Database, actor: Actor, projectType: string): Promise<string> {
  const project = isStaff(actor) ? undefined : await findAssigned(trx, { ...actor, projectType })
  if (project) return project.id
  throw errorAt('projectType', 'This project is not assigned to your account', 'not-found')
}
