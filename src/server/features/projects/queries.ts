import { type Kysely, sql } from 'kysely'
import { projectTypeLabel } from '#domain/users.ts'
import type { Project, Schema, User } from '../../adapters/db/schema.ts'

export type UserWithProjects = User & { projectTypes: string[] }

/** A subquery for a row of users: the names of the assigned projects, in the order that staff gave them. */
export const assignedNames = sql<string[]>`array(
  select projects.name from projects where projects.user_id = users.id and assigned order by position)`

/** A subquery for a row of analyses: the name of its project. */
export const projectName = sql<string>`(select projects.name from projects where projects.id = analyses.project_id)`

/** The same for one person. */
export async function namesOfAssigned(db: Kysely<Schema>, userId: string): Promise<string[]> {
  return (await assignedTo(db, userId)).map(({ name }) => name)
}

const assignedTo = (db: Kysely<Schema>, userId: string): Promise<Project[]> =>
  db
    .selectFrom('projects')
    .selectAll()
    .where('userId', '=', userId)
    .where('assigned', '=', true)
    .orderBy('position')
    .execute()

/** The assigned project with the same display name as this one. */
export async function findAssigned(
  db: Kysely<Schema>,
  { userId, projectType }: { userId: string; projectType: string },
): Promise<Project | undefined> {
  const label = projectTypeLabel(projectType)
  return (await assignedTo(db, userId)).find(({ name }) => projectTypeLabel(name) === label)
}
