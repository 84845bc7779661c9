import { type RawBuilder, sql } from 'kysely'
import type { LinkKind } from '#domain/links.ts'
import type { Actor, Sender, ShownByLink } from './actor.ts'

// Who may read and change what: every query that a person starts on requests, projects, trials, maps or other files has one of these conditions.

/** Who looks. */
export type Viewer = Pick<Actor, 'role' | 'accountId' | 'accountRole' | 'link' | 'projectId'>

/** For jobs, and for what only staff may call. */
export const SEES_ALL: Viewer = { role: 'ADMIN', accountId: '', accountRole: undefined }

export const isStaff = ({ role }: Pick<Viewer, 'role'>): boolean => role === 'ADMIN'

const NOTHING = sql<boolean>`false`
const ALL = sql<boolean>`true`

/**
 * Staff see what is of every customer, customers what is of their account, with a token that is limited to a project what is of
 * that, and a link shows its request.
 */
export const visibleTo = (viewer: Viewer, table: 'analyses' | 'files' | 'projects' | 'trials') => {
  if (viewer.link) return table === 'analyses' ? shownBy(viewer.link, 'report', 'analyses.id') : NOTHING
  if (isStaff(viewer)) return ALL
  const own = sql<boolean>`${sql.ref(`${table}.accountId`)} = ${viewer.accountId}`
  if (viewer.projectId === undefined) return own
  return sql<boolean>`(${own} and ${sql.ref(table === 'projects' ? 'projects.id' : `${table}.projectId`)} = ${viewer.projectId})`
}

const shownBy = ({ kind, id }: ShownByLink, wanted: LinkKind, column: string) =>
  kind === wanted ? sql<boolean>`${sql.ref(column)} = ${id}` : NOTHING

/** Has the example trial and its maps, which everybody reads and nobody changes. Nobody logs in to it. */
export const EXAMPLE_ACCOUNT = 'example'

const isOfExample = (table: 'files' | 'trials') => sql<boolean>`${sql.ref(`${table}.accountId`)} = ${EXAMPLE_ACCOUNT}`

/** Trials of other accounts, which theirs have accepted. */
const sharesWith = ({ accountId }: Viewer) => sql`trial_shares where trial_shares.account_id = ${accountId}`

/** For queries on trials: of other accounts, shared with the viewer's. */
export const isSharedWith = (viewer: Viewer) =>
  viewer.projectId === undefined ? sql<boolean>`trials.id in (select trial_id from ${sharesWith(viewer)})` : NOTHING

/** For queries on trials: own ones, and those that are shared with the account. */
export const workedOnBy = (viewer: Viewer) =>
  isStaff(viewer) ? ALL : sql<boolean>`(${visibleTo(viewer, 'trials')} or ${isSharedWith(viewer)})`

/** And the example. */
export const readableTrial = (viewer: Viewer) => {
  if (viewer.link) return shownBy(viewer.link, 'trial', 'trials.id')
  if (isStaff(viewer)) return ALL
  if (viewer.projectId !== undefined) return visibleTo(viewer, 'trials')
  return sql<boolean>`(${workedOnBy(viewer)} or ${isOfExample('trials')})`
}

/**
 * For queries on trials: who looks may only view it, or its project was taken away from the customer. The example is closed to
 * all but the job that makes it.
 */
export const isClosedTo = (viewer: Viewer) => {
  if (viewer.accountId === EXAMPLE_ACCOUNT) return NOTHING
  if (isStaff(viewer)) return isOfExample('trials')
  if (viewer.accountRole === 'viewer') return ALL
  return sql<boolean>`(${isOfExample('trials')}
    or exists (select from projects where projects.id = trials.project_id and not assigned)
    or (trials.account_id <> ${viewer.accountId} and trials.id not in (select trial_id from ${sharesWith(viewer)} and role = 'editor')))`
}

type Deletable = 'analyses' | 'files' | 'projects' | 'trials' | 'users'

const deletedWith = (table: Deletable) => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const account = sql`('account', ${column('accountId')})`
  const project = sql`('project', ${column('projectId')})`
  return {
    analyses: sql`('request', ${column('id')}), ${project}, ${account}`,
    files: sql`('file', ${column('id')}), ('request', ${column('analysisId')}), ${project}, ${account},
      ('archive', case when ${column('kind')} = 'ARCHIVE' then ${column('analysisId')} end)`,
    projects: sql`('project', ${column('id')}), ${account}`,
    trials: sql`('trial', ${column('id')}), ${project}, ${account}`,
    users: sql`('account', ${column('id')})`,
  }[table]
}

/** A column: when it is removed for good, because it was deleted, or what it belongs to; null while it is kept. */
export const purgeOnOf = (table: Deletable) =>
  sql<Date | null>`(select min(purge_on) from deletions where (kind, subject_id) in (${deletedWith(table)}))`

/** Uploads of all people of an account. */
export const begunIn = (accountId: string) => sql<boolean>`uploads.account_id = ${accountId}`

/** An upload is continued by the person who began it, in the account that they began it in. */
export const begunBy = ({ userId, accountId, projectId }: Sender) => {
  const own = sql<boolean>`(uploads.user_id = ${userId} and uploads.account_id = ${accountId})`
  if (projectId === undefined) return own
  const isOfProject = sql`${projectId} in (uploads.project_id, (select project_id from analyses where id = uploads.analysis_id))`
  return sql<boolean>`(${own} and ${isOfProject})`
}

/** For queries on files: which a trial of these shows. */
const isUsedBy = (trials: RawBuilder<unknown>) => sql<boolean>`files.id in (
  select file_id from flight_layers join trial_flights on trial_flights.id = flight_id where trial_id in (${trials})
  union all select file_id from trial_grounds where trial_id in (${trials}))`

/**
 * Who may read a map, or another file, left-joined with its request: own files, and what staff have added. Customers see those of their account, and of
 * trials that are shared with it: the latter once it is published, and the request is processed. Everybody sees the maps of the
 * example. A link shows those of its report or trial, or its one.
 */
export const readableBy = (viewer: Viewer) => {
  if (isStaff(viewer)) return sql<boolean>`files.kind <> 'ARCHIVE' and analyses.status is distinct from 'UPLOADING'`
  return sql<boolean>`((files.kind = 'OWN' or (files.kind = 'REPORT' and files.published_at is not null
    and analyses.status = 'PROCESSED')) and ${viewer.link ? filesOf(viewer.link) : filesFor(viewer)})`
}

const filesFor = (viewer: Viewer) => {
  if (viewer.projectId !== undefined) return visibleTo(viewer, 'files')
  return sql<boolean>`(${visibleTo(viewer, 'files')} or ${isOfExample('files')} or ${isUsedBy(sql`select trial_id from ${sharesWith(viewer)}`)})`
}

const filesOf = (link: ShownByLink) =>
  ({
    report: sql<boolean>`files.analysis_id = ${link.id}`,
    map: sql<boolean>`files.id = ${link.id}`,
    trial: isUsedBy(sql`${link.id}`),
  })[link.kind]
