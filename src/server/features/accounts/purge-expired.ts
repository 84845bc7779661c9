import { type SelectQueryBuilder, sql } from 'kysely'
import { z } from 'zod'
import { dateOf } from '#domain/dates.ts'
import { ENDED_LINKS_KEPT_MS } from '#domain/links.ts'
import { NOTICE_LIFE_MS } from '#domain/notices.ts'
import { days } from '#domain/units.ts'
import { DELIVERIES_KEPT_MS } from '#domain/webhooks.ts'
import type { Database, Schema } from '../../adapters/db/schema.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import { purgeWork } from '../../adapters/queue/work.ts'
import type { Deps } from '../../deps.ts'
import { BATCH_ROWS, cursorAfter, inBatches, removeInBatches } from '../../lists/in-batches.ts'
import { CLOCK_SKEW_MAX_MS } from '../../rate-limits/sliding-window.ts'
import { SETTLED_EMAILS_LIFE_MS } from '../emails/list-undelivered-emails.ts'

/** Retention periods; see docs/decisions/024-backup.md. The privacy policy states them, too. */
const SESSION_RETENTION_MS = days(90)
const CODE_RETENTION_MS = days(1)

export const purgeExpiredJob = defineJob({ name: 'purge-expired', payload: z.object({}), schedule: '29 2 * * *' })

/**
 * Deletes personal data that is no longer needed: ended sessions, expired codes, emails that were sent or have failed, old
 * notices, and ended links, tokens and invitations.
 */
export async function purgeExpired({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const at = now()
  const before = (milliseconds: number) => new Date(at.getTime() - milliseconds)
  await purgeSessions(db, { at, before: before(SESSION_RETENTION_MS) })
  await purgeCodes(db, before(CODE_RETENTION_MS))
  await purgeEmails(db, before(SETTLED_EMAILS_LIFE_MS))
  await purgeNotices(db, before(NOTICE_LIFE_MS))
  await purgeWork(db, at)
  await purgeEnded(db, before(ENDED_LINKS_KEPT_MS))
  await purgeDeliveries(db, before(DELIVERIES_KEPT_MS))
}

type When = { at: Date; before: Date }

const purgeSessions = (db: Database, { at, before }: When): Promise<void> =>
  inBatches('', async (lastKey) => {
    const batch = await db
      .selectFrom('sessions')
      .select('id')
      .where('id', '>', lastKey)
      .orderBy('id')
      .limit(BATCH_ROWS)
      .execute()
    const ids = batch.map(({ id }) => id)
    if (ids.length === 0) return undefined
    await clampFutureTimes(db, { ids, at })
    // An unused session has expired, although its row has no end time.
    const old = db
      .selectFrom('sessions')
      .select('id')
      .where('id', 'in', ids)
      .where((is) => is.fn.coalesce('endedAt', 'usedAt'), '<', before)
    await purgeRotations(db, old)
    await db.deleteFrom('sessions').where('id', 'in', old).execute()
    return cursorAfter(ids)
  })

/** Times written while the clock was ahead are set to now. Otherwise these sessions would outlive all others. */
async function clampFutureTimes(db: Database, { ids, at }: { ids: readonly string[]; at: Date }): Promise<void> {
  const ahead = new Date(at.getTime() + CLOCK_SKEW_MAX_MS)
  await db
    .updateTable('sessions')
    .set({
      createdAt: sql<Date>`least(created_at, ${at})`,
      usedAt: sql<Date>`least(used_at, ${at})`,
      // An open session has no end time.
      endedAt: sql<Date | null>`case when ended_at > ${at} then ${at} else ended_at end`,
    })
    .where('id', 'in', ids)
    .where((is) => is.or([is('createdAt', '>', ahead), is('usedAt', '>', ahead), is('endedAt', '>', ahead)]))
    .execute()
}

/** They would be deleted with their session (cascade), but a session can have thousands. */
function purgeRotations(db: Database, sessions: SelectQueryBuilder<Schema, 'sessions', { id: string }>): Promise<void> {
  const all = db.selectFrom('rotations').select(['sessionId', 'generation']).where('sessionId', 'in', sessions)
  const some = all.limit(BATCH_ROWS).$asTuple('sessionId', 'generation')
  return removeInBatches(db.deleteFrom('rotations').where((is) => is.refTuple('sessionId', 'generation'), 'in', some))
}

function purgeCodes(db: Database, before: Date): Promise<void> {
  const some = db.selectFrom('codes').select(['userId', 'purpose']).where('expiresAt', '<', before).limit(BATCH_ROWS)
  const codes = db
    .deleteFrom('codes')
    .where((is) => is.refTuple('userId', 'purpose'), 'in', some.$asTuple('userId', 'purpose'))
  return removeInBatches(codes.where('expiresAt', '<', before))
}

function purgeEmails(db: Database, before: Date): Promise<void> {
  const settled = db.selectFrom('emails').select('id').where('settledAt', '<', before).orderBy('settledAt')
  return removeInBatches(
    db.deleteFrom('emails').where('id', 'in', settled.limit(BATCH_ROWS)).where('settledAt', '<', before),
  )
}

/** Links, API tokens, and invitations and offers that are over. */
async function purgeEnded(db: Database, before: Date): Promise<void> {
  const day = dateOf(before)
  const links = db.selectFrom('links').select('id').where('endsOn', '<', day).limit(BATCH_ROWS)
  const invitations = db.selectFrom('invitations').select('id').where('expiresAt', '<', before).limit(BATCH_ROWS)
  const offers = db
    .selectFrom('trialShares')
    .select('id')
    .where('expiresAt', '<', before)
    .where('accountId', 'is', null)
  const tokens = db.selectFrom('apiTokens').select('id').where('endsOn', '<', day).limit(BATCH_ROWS)
  const removals = [
    db.deleteFrom('apiTokens').where('id', 'in', tokens),
    db.deleteFrom('links').where('id', 'in', links),
    db.deleteFrom('invitations').where('id', 'in', invitations),
    db.deleteFrom('trialShares').where('id', 'in', offers.limit(BATCH_ROWS)),
  ]
  for (const removal of removals) await removeInBatches(removal)
}

function purgeDeliveries(db: Database, before: Date): Promise<void> {
  const some = db.selectFrom('webhookDeliveries').select('id').where('madeAt', '<', before).limit(BATCH_ROWS)
  return removeInBatches(db.deleteFrom('webhookDeliveries').where('id', 'in', some))
}

function purgeNotices(db: Database, before: Date): Promise<void> {
  const old = db.selectFrom('notices').select('id').where('createdAt', '<', before).orderBy('createdAt')
  return removeInBatches(db.deleteFrom('notices').where('id', 'in', old.limit(BATCH_ROWS)))
}
