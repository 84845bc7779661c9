import { dateOf } from '#domain/dates.ts'
import type { Deps } from '../../deps.ts'
import { findSubject, selectLinks } from './queries.ts'

/** A link that shows something now: it hasn't ended, its account is approved, and what it shows is there. */
export async function findLink({ db, now }: Pick<Deps, 'db' | 'now'>, linkId: string) {
  const link = await selectLinks(db)
    .innerJoin('users', 'users.id', 'links.accountId')
    .where('links.id', '=', linkId)
    .where('endsOn', '>=', dateOf(now()))
    .where('users.status', '=', 'APPROVED')
    .executeTakeFirst()
  const subject = link && (await findSubject(db, link.accountId, { kind: link.kind, id: link.subjectId }))
  return subject && { ...link, name: subject.name }
}
