import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { minutes } from '#domain/units.ts'
import { type Actor, SYSTEM } from '../../actor.ts'
import { brapiClient, DatabaseRefused, DatabaseUnsure } from '../../adapters/outside/brapi-client.ts'
import { type Attempt, CantBeDone } from '../../adapters/queue/queue.ts'
import { lockRunning } from '../../adapters/queue/work.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { actorOf, selectPeople } from '../accounts/sessions/people.ts'
import { unendedMeasurement } from '../trials/queries.ts'
import type { ActiveExchange, ExchangeDeps } from './active-exchange.ts'
import { pull } from './pull.ts'
import { push } from './push.ts'
import { addressOf, connectionOf, loadOwnTrial, lockOwnTrial, notConnected } from './queries.ts'
import { followUp } from './send-after-measuring.ts'

type JobDeps = ExchangeDeps & Pick<Deps, 'keys' | 'queue'> & WithConfig<'breedingDatabases' | 'staffSecondFactor'>

/** A database that answers each call in time can still take for ever. */
const ALL_MS_MAX = minutes(60)

/** Compares a trial with its study, or writes what was compared. An attempt after a failed one compares again, so nothing is sent twice. */
export async function exchangeStudy(
  deps: JobDeps,
  { exchangeId }: { exchangeId: string },
  attempt: Attempt,
): Promise<void> {
  if (deps.config.breedingDatabases === 'off') throw new CantBeDone('Breeding databases are switched off here')
  const exchange = await deps.db.selectFrom('exchanges').selectAll().where('id', '=', exchangeId).executeTakeFirst()
  if (!exchange) return
  const { trialId, direction, step, replaces, digest, changes, authorId } = exchange
  const signal = AbortSignal.any([attempt.signal, AbortSignal.timeout(ALL_MS_MAX)])
  try {
    const actor = await authorOf(deps, { trialId, authorId })
    const requireGoing = async () => {
      signal.throwIfAborted()
      await deps.db.transaction().execute(async (trx) => {
        await lockOwnTrial(trx, actor, trialId)
        if (!(await lockRunning(trx, exchangeId))) throw new CantBeDone('It was cancelled')
      })
    }
    await requireGoing()
    const trial = await loadOwnTrial(deps.db, actor, trialId)
    // A measurement has ended a moment after its last job.
    if (step === 'write' && digest === null && (await unendedMeasurement(deps.db, trialId)))
      throw new Error('The trial is still being measured')
    const connection = await connectionOf(deps.db, trialId)
    if (!connection) throw notConnected()
    const active: ActiveExchange = {
      deps,
      client: brapiClient(addressOf(deps, connection, { signal, isPatient: true })),
      connection,
      trial,
      actor,
      writes: step === 'write' ? { digest, replaces, changes } : null,
      signal,
      progress: (fraction) => attempt.report('exchanging', fraction),
      requireGoing,
    }
    const compared = await (direction === 'push' ? push : pull)(active)
    const stored = { changes: JSON.stringify(compared.changes), report: JSON.stringify(compared.report) }
    await deps.db
      .updateTable('exchanges')
      .set({ digest: compared.digest, ...stored })
      .where('id', '=', exchangeId)
      .execute()
    if (direction === 'push') await followUp(deps, exchangeId)
  } catch (error) {
    attempt.signal.throwIfAborted()
    if (signal.aborted) throw new CantBeDone('It took more than an hour. The database answers too slowly.')
    const isRefused = error instanceof DatabaseRefused || error instanceof AppError
    // Who compares waits for it; what is written goes on once the database answers.
    if (isRefused || (error instanceof DatabaseUnsure && step === 'compare')) throw new CantBeDone(error.message)
    throw error
  }
}

/** The person who started it, as they are now. @throws CantBeDone */
async function authorOf(
  deps: JobDeps,
  { trialId, authorId }: { trialId: string; authorId: string | null },
): Promise<Actor> {
  const accountId = sql<string>`(select account_id from trials where id = ${trialId})`
  const person = await selectPeople(deps.db, accountId)
    .where('users.id', '=', authorId ?? '')
    .where(accountId, 'is not', null)
    .executeTakeFirstOrThrow(() => new CantBeDone('The person who started it is no longer there. Start it again.'))
  return { ...actorOf(deps, SYSTEM, person), sessionId: '' }
}
