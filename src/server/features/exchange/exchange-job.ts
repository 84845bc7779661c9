import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../adapters/db/schema.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import type { Turn } from '../../adapters/queue/turns.ts'
import type { Deps } from '../../deps.ts'
import { WAITING_MAX } from '../trials/turns-of-trials.ts'

type Payload = { exchangeId: string }

/** An exchange takes its turn among those of its account. */
async function turnsOf(db: Database, payloads: readonly Payload[]): Promise<Turn[]> {
  const ids = payloads.map(({ exchangeId }) => exchangeId)
  const { rows } = await sql<{ id: string; owner: string }>`
    select exchanges.id, trials.account_id as owner from exchanges join trials on trials.id = trial_id
    where exchanges.id = any(${ids})`.execute(db)
  const owners = new Map(rows.map(({ id, owner }) => [id, owner]))
  return ids.map((id) => ({ owner: owners.get(id) ?? null, isSmall: true }))
}

export const exchangeJob = defineJob({
  name: 'exchange',
  payload: z.object({ exchangeId: z.string() }),
  lane: 'exchange',
  turnsOf,
  onlyWaits: true,
  waitingMax: WAITING_MAX,
  subject: { of: ({ exchangeId }) => exchangeId, whileRunning: 'ignore' },
  retry: { attempts: 6, firstDelaySeconds: 60 },
  isTracked: true,
  workId: ({ exchangeId }) => exchangeId,
})

/** What was compared with another study is no longer true, and what runs ends. */
export async function removeExchanges(trx: Database, { queue }: Pick<Deps, 'queue'>, trialId: string): Promise<void> {
  const removed = await trx.deleteFrom('exchanges').where('trialId', '=', trialId).returning('id').execute()
  for (const { id } of removed) await queue.cancel(trx, exchangeJob, id)
}
