import { sql } from 'kysely'
import type { Actor, Sender } from './actor.ts'

// Who sees and changes what. Every query that a person starts on requests, trials or their files has one of these conditions.

/** Who looks. */
export type Viewer = Pick<Actor, 'role' | 'accountId' | 'accountRole'>

/** For jobs, and for what only staff may call. */
export const SEES_ALL: Viewer = { role: 'ADMIN', accountId: '', accountRole: undefined }

export const isStaff = ({ role }: Pick<Viewer, 'role'>): boolean => role === 'ADMIN'

/** Staff see what is of every customer, customers what is their own. Who sees a trial may change it, unless it is closed. */
export const visibleTo = (viewer: Viewer, table: 'analyses' | 'files' | 'projects' | 'trials') =>
  isStaff(viewer) ? sql<boolean>`true` : sql<boolean>`${sql.ref(`${table}.accountId`)} = ${viewer.accountId}`

/** Has the example trial and its maps, which everybody reads and nobody changes. Nobody logs in to it. */
export const EXAMPLE_ACCOUNT = 'example'

const isOfExample = (table: 'files' | 'trials') => sql<boolean>`${sql.ref(`${table}.accountId`)} = ${EXAMPLE_ACCOUNT}`

/** What a person sees, and what is of the example. */
const visibleOrExample = (viewer: Viewer, table: 'files' | 'trials') =>
  sql<boolean>`(${visibleTo(viewer, table)} or ${isOfExample(table)})`

/** For queries on trials. */
export const readableTrial = (viewer: Viewer) => visibleOrExample(viewer, 'trials')

/**
 * For queries on trials: who looks may only view, or its project was taken away from the customer, who reads it then, while staff change it. The example is
 * closed to all but the job that makes it.
 */
export const isClosedTo = (viewer: Viewer) => {
  if (viewer.accountId === EXAMPLE_ACCOUNT) return sql<boolean>`false`
  if (isStaff(viewer)) return isOfExample('trials')
  if (viewer.accountRole === 'viewer') return sql<boolean>`true`
  return sql<boolean>`(${isOfExample('trials')} or exists (select from projects where projects.id = trials.project_id and not assigned))`
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
export const begunBy = ({ userId, accountId }: Sender) =>
  sql<boolean>`(uploads.user_id = ${userId} and uploads.account_id = ${accountId})`

/**
 * Of files left-joined with their requests: own files, and what staff have added. Customers see their own, and the latter once it is
 * published, and the request is processed. Everybody sees the maps of the example.
 */
export const readableBy = (viewer: Viewer) =>
  isStaff(viewer)
    ? sql<boolean>`files.kind <> 'ARCHIVE' and analyses.status is distinct from 'UPLOADING'`
    : sql<boolean>`((files.kind = 'OWN' or (files.kind = 'REPORT' and files.published_at is not null
        and analyses.status = 'PROCESSED')) and ${visibleOrExample(viewer, 'files')})`
