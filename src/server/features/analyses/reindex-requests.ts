import { sql } from 'kysely'
import { z } from 'zod'
import { days } from '#domain/units.ts'
import { type Attempt, defineJob } from '../../adapters/queue/queue.ts'
import type { Deps } from '../../deps.ts'
import { BATCH_ROWS, cursorAfter, inBatches } from '../../lists/in-batches.ts'
import { reindexUserJob } from '../accounts/change-name.ts'

/** Rows per transaction, so that other work can run in between. */
export const BATCH_SIZE = 25
/** The daily job looks back more than a day, in case it did not run on some days. */
const LOOK_BACK_MS = days(3)

export const backfillRenamedJob = defineJob({
  name: 'backfill-renamed',
  payload: z.object({}),
  schedule: '37 1 * * *',
})

type Position = { submittedAt: Date; id: string }

/** Updates the search words of a user's requests to their current name. Oldest first, so that newly submitted ones come last. */
export async function reindexUser(
  deps: Pick<Deps, 'db'>,
  { userId }: { userId: string },
  { signal }: Partial<Attempt> = {},
): Promise<void> {
  await inBatches<Position>(
    { submittedAt: new Date(0), id: '' },
    (position) => reindexBatch(deps, userId, position),
    signal,
  )
}

/** Updates one batch, skipping rows that are up to date. Returns the position after it, or undefined at the end. */
const reindexBatch = (
  { db }: Pick<Deps, 'db'>,
  userId: string,
  { submittedAt, id }: Position,
): Promise<Position | undefined> =>
  db.transaction().execute(async (trx) => {
    // Blocks concurrent renames of this user, so that an older name can't overwrite a newer one.
    const user = await trx
      .selectFrom('users')
      .select(['fullName', 'email'])
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!user) return undefined
    const { rows } = await sql<Position>`
      with batch as (
        select id, submitted_at from analyses
        where account_id = ${userId} and (submitted_at, id) > (${submittedAt}, ${id})
        order by submitted_at, id limit ${BATCH_SIZE}
      ), renewed as (
        update analyses
        set search_words = words_of_request(${user.fullName}, ${user.email}, projects.name, archive_names(batch.id))
        from batch, projects
        where analyses.id = batch.id and projects.id = analyses.project_id
          and search_words <> words_of_request(${user.fullName}, ${user.email}, projects.name, archive_names(batch.id))
      )
      select submitted_at, id from batch order by submitted_at desc, id desc limit 1`.execute(trx)
    return rows[0]
  })

/**
 * Enqueues recently renamed users. A version from before this job, which may run beside this one during an update, does not
 * enqueue them itself.
 */
export async function backfillRenamed({ db, queue, now }: Pick<Deps, 'db' | 'queue' | 'now'>): Promise<void> {
  await inBatches({ at: new Date(now().getTime() - LOOK_BACK_MS), id: 0 }, async ({ at, id }) => {
    const renames = await db
      .selectFrom('audit')
      .select(['actorId', 'at', 'id'])
      .where('action', '=', 'account.renamed')
      .where(sql<boolean>`(at, id) > (${at}, ${id})`)
      .orderBy('at')
      .orderBy('id')
      .limit(BATCH_ROWS)
      .execute()
    const renamed = new Set(renames.flatMap(({ actorId }) => actorId ?? []))
    await queue.enqueueAll(
      db,
      reindexUserJob,
      [...renamed].map((userId) => ({ userId })),
    )
    return cursorAfter(renames)
  })
}
