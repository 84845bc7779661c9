import { sql } from 'kysely'
import { projectTypeLabel } from '#domain/users.ts'
import { purgeOnOf, type Viewer } from '../../access.ts'
import type { Database, Project, User } from '../../adapters/db/schema.ts'

export type UserWithProjects = User & { projectTypes: string[] }

/** A column for queries on users: the names of the assigned projects, in the order chosen by staff; or that of one of them. */
export const assignedNames = (only?: string) => sql<string[]>`array(
  select projects.name from projects where projects.account_id = users.id and assigned
    and (${only ?? null}::text is null or projects.id = ${only ?? null}) order by position)`

/** A column for queries on analyses: the name of the request's project. */
export const projectName = sql<string>`(select projects.name from projects where projects.id = analyses.project_id)`

/** Like `assignedNames`, for one account. */
export async function namesOfAssigned(db: Database, accountId: string): Promise<string[]> {
  return (await assignedTo(db, accountId)).map(({ name }) => name)
}

const assignedTo = (db: Database, accountId: string): Promise<(Project & { purgeOn: Date | null })[]> =>
  db
    .selectFrom('projects')
    .selectAll()
    .select(purgeOnOf('projects').as('purgeOn'))
    .where('accountId', '=', accountId)
    .where('assigned', '=', true)
    .orderBy('position')
    .execute()

type Wanted = Pick<Viewer, 'accountId' | 'projectId'> & { projectType: string }

/** The assigned project with the same display name, which may be the only one that the caller works on. */
export async function findAssigned(
  db: Database,
  { accountId, projectId, projectType }: Wanted,
): Promise<(Project & { purgeOn: Date | null }) | undefined> {
  const label = projectTypeLabel(projectType)
  const found = (await assignedTo(db, accountId)).find(({ name }) => projectTypeLabel(name) === label)
  return projectId === undefined || projectId === found?.id ? found : undefined
}
