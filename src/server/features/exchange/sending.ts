import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { minutes, seconds } from '#domain/units.ts'
import { CantBeDone } from '../../adapters/queue/queue.ts'
import type { ActiveExchange } from './active-exchange.ts'

/** Longer than a call may take, and a database goes on with what nobody waits for any more. */
const HELD_MS = minutes(3)
const LOOK_EVERY_MS = seconds(2)

/**
 * Says that values are on their way to a study, until they were answered. Where nobody says how they ended, because the call or the
 * process broke off, the next one waits until the database has surely stored them, and reads them.
 * @throws CantBeDone when others are on their way
 */
export async function holdSending({
  deps: { db },
  trial: { id: trialId },
}: ActiveExchange): Promise<() => Promise<void>> {
  const sendingId = randomUUID()
  const until = sql<Date>`now() + ${HELD_MS} * interval '1 millisecond'`
  const held = await db
    .updateTable('studyConnections')
    .set({ sendingId, sendingUntil: until })
    .where('trialId', '=', trialId)
    .where((is) => is.or([is('sendingUntil', 'is', null), is('sendingUntil', '<', sql<Date>`now()`)]))
    .executeTakeFirst()
  if (held.numUpdatedRows === 0n)
    throw new CantBeDone('Other values are on their way to this study. Compare again in a few minutes.')
  return async () => {
    await db
      .updateTable('studyConnections')
      .set({ sendingId: null, sendingUntil: null })
      .where('trialId', '=', trialId)
      .where('sendingId', '=', sendingId)
      .execute()
  }
}

/** Waits until nothing is on its way. */
export async function waitForSending({ deps: { db }, trial: { id: trialId }, signal }: ActiveExchange): Promise<void> {
  for (;;) {
    const busy = await db
      .selectFrom('studyConnections')
      .select('trialId')
      .where('trialId', '=', trialId)
      .where('sendingUntil', '>', sql<Date>`now()`)
      .executeTakeFirst()
    if (!busy) return
    await wait(LOOK_EVERY_MS, undefined, { signal })
  }
}
