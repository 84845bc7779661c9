import { sql } from 'kysely'
import type { LinkItem } from '#contract/links.ts'
import { AppError } from '#domain/errors.ts'
import { purgeOnOf, readableBy, type Viewer, visibleTo } from '../../access.ts'
import type { Database } from '../../adapters/db/schema.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { linkUrl } from './link-codes.ts'

export const linkNotFound = (): AppError => new AppError('not-found', 'This link has ended')

type Subject = LinkItem['subject']

/** What of an account can be shown by a link: not what is deleted, nor a report before it is published. */
const SUBJECTS = {
  report: (db: Database, viewer: Viewer, id: string) =>
    db
      .selectFrom('analyses')
      .innerJoin('projects', 'projects.id', 'analyses.projectId')
      .select(['analyses.id', 'projects.name'])
      .where(visibleTo(viewer, 'analyses'))
      .where('analyses.status', '=', 'PROCESSED')
      .where(purgeOnOf('analyses'), 'is', null)
      .where('analyses.id', '=', id)
      .executeTakeFirst(),
  map: (db: Database, viewer: Viewer, id: string) =>
    db
      .selectFrom('files')
      .leftJoin('analyses', 'analyses.id', 'files.analysisId')
      .innerJoin('maps', 'maps.fileId', 'files.id')
      .select(['files.id', 'files.fileName as name'])
      .where(visibleTo(viewer, 'files'))
      .where(readableBy(viewer))
      .where(purgeOnOf('files'), 'is', null)
      .where('files.id', '=', id)
      .executeTakeFirst(),
  trial: (db: Database, viewer: Viewer, id: string) =>
    db
      .selectFrom('trials')
      .select(['trials.id', 'trials.name'])
      .where(visibleTo(viewer, 'trials'))
      .where(purgeOnOf('trials'), 'is', null)
      .where('trials.id', '=', id)
      .executeTakeFirst(),
}

/** Its name; undefined when the account has none that a link may show. */
export function findSubject(
  db: Database,
  accountId: string,
  { kind, id }: Subject,
): Promise<{ id: string; name: string } | undefined> {
  const owner: Viewer = { role: 'USER', accountId, accountRole: 'owner' }
  return SUBJECTS[kind](db, owner, id)
}

export const selectLinks = (db: Database) =>
  db.selectFrom('links').selectAll('links').select(sql<string>`to_char(ends_on, 'YYYY-MM-DD')`.as('endsOn'))

type StoredLink = Awaited<ReturnType<ReturnType<typeof selectLinks>['executeTakeFirstOrThrow']>>

export async function presentLink(
  deps: Pick<Deps, 'db' | 'keys'> & WithConfig<'publicUrl'>,
  link: StoredLink,
): Promise<LinkItem> {
  const subject = { kind: link.kind, id: link.subjectId }
  const found = await findSubject(deps.db, link.accountId, subject)
  return {
    linkId: link.id,
    url: linkUrl(deps, link.id),
    subject,
    name: found?.name ?? null,
    endsOn: link.endsOn,
    hasPassword: link.passwordHash !== null,
    mayDownload: link.mayDownload,
    madeTime: link.madeAt.toISOString(),
    opened: link.opened,
    openedTime: link.openedAt?.toISOString() ?? null,
  }
}
