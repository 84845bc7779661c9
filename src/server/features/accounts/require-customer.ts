import { AppError } from '#domain/errors.ts'
import type { Sender } from '../../actor.ts'
import type { Database, Project } from '../../adapters/db/schema.ts'
import { requireEditor } from '../../still-allowed.ts'
import { findAssigned } from '../projects/queries.ts'

/** Returns the project. @throws AppError 'forbidden' when the customer is no longer approved or the project no longer assigned. */
export async function requireCustomer(
  trx: Database,
  { projectType, ...sender }: Sender & { projectType: string },
): Promise<Project> {
  await requireEditor(trx, sender)
  // Read after the lock, which may have waited for a decision that changed the projects.
  const project = await findAssigned(trx, { ...sender, projectType })
  if (!project) throw projectNotAssigned()
  if (project.purgeOn) throw new AppError('conflict', 'This project was deleted. Take it back to add to it.')
  return project
}

export const projectNotAssigned = (): AppError => new AppError('forbidden', 'This project is not assigned to you')
