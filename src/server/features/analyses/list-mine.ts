import { sql } from 'kysely'
import type { QueryOf, ReplyOf } from '#contract/api.ts'
import type { Actor } from '../../actor.ts'
import { decodeCursor, encodeCursor } from '../../cursor.ts'
import type { Deps } from '../../deps.ts'
import { filesOf, presentAnalysis } from './queries.ts'

/** A customer's own requests, newest first. */
export async function listMyAnalyses(
  deps: Pick<Deps, 'db' | 'storage' | 'now'>,
  actor: Actor,
  { from, pageSize, after }: QueryOf<'listMyAnalyses'>,
): Promise<ReplyOf<'listMyAnalyses'>> {
  const mine = deps.db.selectFrom('analyses').where('userId', '=', actor.userId).where('status', '<>', 'UPLOADING')
  const { total } = await mine
    .select((select) => sql<number>`${select.fn.countAll()}::int`.as('total'))
    .executeTakeFirstOrThrow()

  let rows = mine
    .selectAll()
    .orderBy('submittedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
  if (after) {
    const { at, id } = decodeCursor(after)
    rows = rows.where(sql<boolean>`(submitted_at, id) < (${at}, ${id})`)
  } else {
    rows = rows.offset(from * pageSize)
  }
  const found = await rows.execute()
  const page = found.slice(0, pageSize)
  const last = page.at(-1)
  const files = await filesOf(
    deps.db,
    page.map(({ id }) => id),
  )
  return {
    data: await Promise.all(page.map((row) => presentAnalysis(deps, row, files(row.id, 'ARCHIVE')))),
    total,
    next: last && found.length > pageSize ? encodeCursor([0, last.submittedAt.toISOString(), last.id]) : null,
  }
}
