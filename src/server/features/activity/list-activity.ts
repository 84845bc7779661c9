import { sql } from 'kysely'
import type { QueryOf, ReplyOf } from '#contract/api.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { decodeCursor, encodeCursor } from '../../cursor.ts'
import type { Deps } from '../../deps.ts'

/** The audit log for staff, newest first. */
export async function listActivity(
  deps: Pick<Deps, 'db'>,
  { from, pageSize, after, subject, actorId }: QueryOf<'listActivity'>,
): Promise<ReplyOf<'listActivity'>> {
  let matching = deps.db.selectFrom('audit')
  if (subject) matching = matching.where('subject', '=', subject)
  if (actorId) matching = matching.where('actorId', '=', actorId)
  const { total } = await matching
    .select((select) => sql<number>`${select.fn.countAll()}::int`.as('total'))
    .executeTakeFirstOrThrow()

  let rows = matching
    .leftJoin('users as actors', 'actors.id', 'audit.actorId')
    .leftJoin('users as people', (join) =>
      join.on(sql<boolean>`people.id = substr(audit.subject, 6) and audit.subject like 'user:%'`),
    )
    .leftJoin('analyses', (join) =>
      join.on(sql<boolean>`analyses.id = substr(audit.subject, 10) and audit.subject like 'analysis:%'`),
    )
    .selectAll('audit')
    .select(['actors.fullName as actorName', 'actors.email as actorEmail'])
    .select(['people.fullName as personName', 'analyses.projectType'])
    .orderBy('audit.id', 'desc')
    .limit(pageSize + 1)
  rows = after ? rows.where('audit.id', '<', Number(decodeCursor(after).id)) : rows.offset(from * pageSize)
  const found = await rows.execute()
  const page = found.slice(0, pageSize)
  const last = page.at(-1)
  return {
    data: page.map((row) => ({
      id: row.id,
      time: row.at.toISOString(),
      actor: row.actorName && row.actorEmail ? { fullName: row.actorName, email: row.actorEmail } : null,
      action: row.action,
      subject: row.subject,
      about: row.personName ?? projectTypeLabel(row.projectType ?? ''),
      before: row.before,
      after: row.after,
      address: row.address,
    })),
    total,
    next: last && found.length > pageSize ? encodeCursor([0, last.at.toISOString(), String(last.id)]) : null,
  }
}
