import { type Kysely, sql } from 'kysely'
import { projectTypeLabel } from '#domain/users.ts'
import { purgeOnOf } from '../../access.ts'
import type { Project, Schema, User } from '../../adapters/db/schema.ts'

export type UserWithProjects = User & { projectTypes: string[] }

/** A column for queries on users: the names of the assigned projects, in the order chosen by staff. */
export const assignedNames = sql<string[]>`array(
  select projects.name from projects where projects.account_id = users.id and assigned order by position)`

/** A column for queries on analyses: the name of the request's project. */
export const projectName = sql<string>`(select projects.name from projects where projects.id = analyses.project_id)`

/** Like `assignedNames`, for one account. */
export async function namesOfAssigned(db: Kysely<Schema>, accountId: string): Promise<string[]> {
  return (await assignedTo(db, accountId)).map(({ name }) => name)
}

const assignedTo = (db: Kysely<Schema>, accountId: string): Promise<(Project & { purgeOn: Date | null })[]> =>
  db
    .selectFrom('projects')
    .selectAll()
    .select(purgeOnOf('projects').as('purgeOn'))
    .where('accountId', '=', accountId)
    .where('assigned', '=', true)
    .orderBy('position')
    .execute()

/** The assigned project with the same display name. */
export async function findAssigned(
  db: Kysely<Schema>,
  { accountId, projectType }: { accountId: string; projectType: string },
): Promise<(Project & { purgeOn: Date | null }) | undefined> {
  const label = projectTypeLabel(projectType)
  return (await assignedTo(db, accountId)).find(({ name }) => projectTypeLabel(name) === label)
}
