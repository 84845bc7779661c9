import { sql } from 'kysely'
import { z } from 'zod'
import { days } from '#domain/units.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import type { Deps } from '../../deps.ts'

/** How long is kept what nobody needs any more; see docs/decisions/024-backup.md, and the privacy policy says it, too. */
const SESSIONS_LIFE_MS = days(90)
const LETTER_TEXTS_LIFE_MS = days(30)
const CODES_LIFE_MS = days(1)

export const forgetOldJob = defineJob({ name: 'forget-old', payload: z.object({}), schedule: '29 2 * * *' })

/** Removes what is personal and of no use any more: ended sessions, codes that ran out, texts of letters that never arrived. */
export async function forgetOld({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const at = now()
  const before = (milliseconds: number) => new Date(at.getTime() - milliseconds)
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
