import { sql } from 'kysely'
import type { QueryOf, ReplyOf } from '#contract/api.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { countUpTo } from '../../count-up-to.ts'
import { cutPage, decodeCursor, refuseTooDeep } from '../../cursor.ts'
import type { Deps } from '../../deps.ts'

/** The audit log for staff, newest first. */
export async function listActivity(
  deps: Pick<Deps, 'db'>,
  { from, pageSize, after, subject, actorId }: QueryOf<'listActivity'>,
): Promise<ReplyOf<'listActivity'>> {
  let matching = deps.db.selectFrom('audit')
  if (subject) matching = matching.where('subject', '=', subject)
  if (actorId) matching = matching.where('actorId', '=', actorId)
  const count = await countUpTo(deps.db, matching.select(sql`1`.as('one')))
  if (!after) refuseTooDeep(from * pageSize, count)

  let rows = matching
    .leftJoin('users as actors', 'actors.id', 'audit.actorId')
    .leftJoin('users as people', (join) =>
      join.on(sql<boolean>`people.id = substr(audit.subject, 6) and audit.subject like 'user:%'`),
    )
    .leftJoin('analyses', (join) =>
      join.on(sql<boolean>`analyses.id = substr(audit.subject, 10) and audit.subject like 'analysis:%'`),
    )
    .leftJoin('users as owners', 'owners.id', 'analyses.userId')
    .selectAll('audit')
    .select(['actors.fullName as actorName', 'actors.email as actorEmail'])
    .select(['people.fullName as personName', 'analyses.projectType', 'owners.fullName as ownerName'])
    .orderBy('audit.id', 'desc')
    .limit(pageSize + 1)
  rows = after ? rows.where('audit.id', '<', idOf(after)) : rows.offset(from * pageSize)
  const page = cutPage(await rows.execute(), pageSize, ({ at, id }) => ({ at, id: String(id) }))
  const data = page.rows.map((row) => ({
    id: row.id,
    time: row.at.toISOString(),
    actor: row.actorName && row.actorEmail ? { fullName: row.actorName, email: row.actorEmail } : null,
    action: row.action,
    subject: row.subject,
    about: row.personName ?? (row.projectType ? `${projectTypeLabel(row.projectType)} of ${row.ownerName}` : ''),
    before: row.before,
    after: row.after,
    address: row.address,
  }))
  return { data, ...count, next: page.next }
}

/** A cursor of another list has an id that is no number; nothing comes before it. */
const idOf = (cursor: string): number => Number(/^\d{1,15}$/.exec(decodeCursor(cursor).id)?.[0] ?? 0)
