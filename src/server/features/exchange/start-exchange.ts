import { randomUUID } from 'node:crypto'
import type { BodyOf } from '#contract/api.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../actor.ts'
import type { ExchangesTable } from '../../adapters/db/exchange-schema.ts'
import type { Database } from '../../adapters/db/schema.ts'
import { isUnended } from '../../adapters/queue/work.ts'
import { audit } from '../../audit.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { exchangeJob } from './exchange-job.ts'
import { connectionOf, lockOwnTrial, newestExchange, notConnected, requireExchange } from './queries.ts'

export async function startExchange(
  deps: Pick<Deps, 'db' | 'now' | 'queue'> & WithConfig<'breedingDatabases'>,
  actor: Actor,
  { trialId, direction, step, replaces = false }: BodyOf<'startExchange'>,
): Promise<void> {
  requireExchange(deps)
  await deps.db.transaction().execute(async (trx) => {
    await lockOwnTrial(trx, actor, trialId)
    if (!(await connectionOf(trx, trialId))) throw notConnected()
    const before = await newestExchange(trx, trialId, direction)
    if (before && isUnended(before))
      throw new AppError('conflict', 'The trial and its study are being exchanged already. Wait, or cancel it first.')
    if (step === 'write' && (before?.step !== 'compare' || before.state !== 'DONE'))
      throw new AppError('conflict', 'Compare first: what would be written is said before anything is.')
    const compared = step === 'write' ? { digest: before?.digest ?? null, changes: before?.changes ?? null } : NOTHING
    await addExchange(trx, deps, { trialId, direction, step, replaces, ...compared, authorId: actor.userId })
    const after = { direction, step, ...(replaces && { replaces }) }
    await audit(trx, actor, { at: deps.now(), action: 'trial.exchanged', subject: `trial:${trialId}`, after })
  })
}

type Added = Pick<ExchangesTable, 'trialId' | 'direction' | 'step' | 'replaces' | 'digest'> & {
  changes: Readonly<Record<string, string>> | null
  authorId: string
}

/** Where nothing was compared. */
export const NOTHING = { digest: null, changes: null }

/** In place of the one before it in its direction, which has ended. The trial is locked. */
export async function addExchange(
  trx: Database,
  deps: Pick<Deps, 'now' | 'queue'>,
  { trialId, direction, changes, ...added }: Added,
): Promise<void> {
  await trx.deleteFrom('exchanges').where('trialId', '=', trialId).where('direction', '=', direction).execute()
  const id = randomUUID()
  await trx
    .insertInto('exchanges')
    .values({ id, trialId, direction, ...added, changes: JSON.stringify(changes), createdAt: deps.now() })
    .execute()
  await deps.queue.enqueue(trx, exchangeJob, { exchangeId: id })
}
