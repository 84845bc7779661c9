import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { days } from '#domain/units.ts'
import type { Schema } from '../../adapters/db/schema.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import type { Deps } from '../../deps.ts'
import { CLOCKS_APART_MS } from '../../limits.ts'

/** How long is kept what nobody needs any more; see docs/decisions/024-backup.md, and the privacy policy says it, too. */
const SESSIONS_LIFE_MS = days(90)
const LETTER_TEXTS_LIFE_MS = days(30)
const CODES_LIFE_MS = days(1)

export const forgetOldJob = defineJob({ name: 'forget-old', payload: z.object({}), schedule: '29 2 * * *' })

/** Removes what is personal and of no use any more: ended sessions, codes that ran out, texts of letters that never arrived. */
export async function forgetOld({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const at = now()
  const before = (milliseconds: number) => new Date(at.getTime() - milliseconds)
  await putBack(db, at)
  // One that nobody has used for so long has ended, too, though nobody has ended it.
  await db
    .deleteFrom('sessions')
    .where((is) => is.fn.coalesce('endedAt', 'usedAt'), '<', before(SESSIONS_LIFE_MS))
    .execute()
  await db.deleteFrom('codes').where('expiresAt', '<', before(CODES_LIFE_MS)).execute()
  await db
    .updateTable('letters')
    // Without its text it must not be sent again.
    .set({ text: '', html: '', expiresAt: sql`coalesce(expires_at, ${at})` })
    .where('settledAt', '<', before(LETTER_TEXTS_LIFE_MS))
    .where('text', '<>', '')
    .execute()
}

/** Sessions of a clock that has since been put back would outlive all others: their time begins now. */
async function putBack(db: Kysely<Schema>, at: Date): Promise<void> {
  const ahead = new Date(at.getTime() + CLOCKS_APART_MS)
  await db
    .updateTable('sessions')
    .set({
      createdAt: sql<Date>`least(created_at, ${at})`,
      usedAt: sql<Date>`least(used_at, ${at})`,
      // Null, of a session that is open, stays null.
      endedAt: sql<Date | null>`case when ended_at > ${at} then ${at} else ended_at end`,
    })
    .where((is) => is.or([is('createdAt', '>', ahead), is('usedAt', '>', ahead), is('endedAt', '>', ahead)]))
    .execute()
}
