import { type SelectQueryBuilder, sql } from 'kysely'
import { z } from 'zod'
import { days } from '#domain/units.ts'
import type { Database } from '../../adapters/db/open.ts'
import type { Schema } from '../../adapters/db/schema.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import { purgeWork } from '../../adapters/queue/work.ts'
import type { Deps } from '../../deps.ts'
import { BATCH_ROWS, cursorAfter, inBatches, repeatBatches } from '../../lists/in-batches.ts'
import { CLOCK_SKEW_MAX_MS } from '../../rate-limits/sliding-window.ts'
import { SETTLED_EMAILS_LIFE_MS } from '../emails/list-undelivered-emails.ts'

/** How long data is kept that is no longer needed; see docs/decisions/024-backup.md and the privacy policy. */
const SESSIONS_LIFE_MS = days(90)
const CODES_LIFE_MS = days(1)

export const purgeExpiredJob = defineJob({ name: 'purge-expired', payload: z.object({}), schedule: '29 2 * * *' })

/** Deletes personal data that is no longer needed: ended sessions, expired codes, emails that were sent or have failed. */
export async function purgeExpired({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const at = now()
  const before = (milliseconds: number) => new Date(at.getTime() - milliseconds)
  await forgetSessions(db, { at, before: before(SESSIONS_LIFE_MS) })
  await forgetCodes(db, before(CODES_LIFE_MS))
  await purgeEmails(db, before(SETTLED_EMAILS_LIFE_MS))
  await purgeWork(db, at)
}

type When = { at: Date; before: Date }

const forgetSessions = (db: Database, { at, before }: When): Promise<void> =>
  inBatches('', async (place) => {
    const batch = await db
      .selectFrom('sessions')
      .select('id')
      .where('id', '>', place)
      .orderBy('id')
      .limit(BATCH_ROWS)
      .execute()
    const ids = batch.map(({ id }) => id)
    if (ids.length === 0) return undefined
    await putBack(db, { ids, at })
    // An unused session has expired, although its row has no end.
    const old = db
      .selectFrom('sessions')
      .select('id')
      .where('id', 'in', ids)
      .where((is) => is.fn.coalesce('endedAt', 'usedAt'), '<', before)
    await repeatBatches(() => forgetRotations(db, old))
    await db.deleteFrom('sessions').where('id', 'in', old).execute()
    return cursorAfter(ids)
  })

/** Sessions of a clock that has since been set back would outlive all others, so their time starts now. */
async function putBack(db: Database, { ids, at }: { ids: readonly string[]; at: Date }): Promise<void> {
  const ahead = new Date(at.getTime() + CLOCK_SKEW_MAX_MS)
  await db
    .updateTable('sessions')
    .set({
      createdAt: sql<Date>`least(created_at, ${at})`,
      usedAt: sql<Date>`least(used_at, ${at})`,
      // Null stays null in an open session.
      endedAt: sql<Date | null>`case when ended_at > ${at} then ${at} else ended_at end`,
    })
    .where('id', 'in', ids)
    .where((is) => is.or([is('createdAt', '>', ahead), is('usedAt', '>', ahead), is('endedAt', '>', ahead)]))
    .execute()
}

/** They would be deleted with their session, but a session can have thousands. */
async function forgetRotations(
  db: Database,
  sessions: SelectQueryBuilder<Schema, 'sessions', { id: string }>,
): Promise<number> {
  const some = db
    .selectFrom('rotations')
    .select(['sessionId', 'generation'])
    .where('sessionId', 'in', sessions)
    .limit(BATCH_ROWS)
  const { numDeletedRows } = await db
    .deleteFrom('rotations')
    .where((is) => is.refTuple('sessionId', 'generation'), 'in', some.$asTuple('sessionId', 'generation'))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

const forgetCodes = (db: Database, before: Date): Promise<void> =>
  repeatBatches(async () => {
    const some = db.selectFrom('codes').select(['userId', 'purpose']).where('expiresAt', '<', before).limit(BATCH_ROWS)
    const { numDeletedRows } = await db
      .deleteFrom('codes')
      .where((is) => is.refTuple('userId', 'purpose'), 'in', some.$asTuple('userId', 'purpose'))
      .where('expiresAt', '<', before)
      .executeTakeFirst()
    return Number(numDeletedRows)
  })

const purgeEmails = (db: Database, before: Date): Promise<void> =>
  repeatBatches(async () => {
    const some = db
      .selectFrom('emails')
      .select('id')
      .where('settledAt', '<', before)
      .orderBy('settledAt')
      .limit(BATCH_ROWS)
    const { numDeletedRows } = await db
      .deleteFrom('emails')
      .where('id', 'in', some)
      .where('settledAt', '<', before)
      .executeTakeFirst()
    return Number(numDeletedRows)
  })
