import type { Kysely } from 'kysely'
import { projectTypeLabel } from '#domain/users.ts'
import type { Actor } from '../../actor.ts'
import type { Schema } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { inSlices } from '../../lists/in-batches.ts'
import { projectName, type UserWithProjects } from '../projects/queries.ts'
import { cancelWithin } from './cancel-upload.ts'

/** Gives up the archives that a customer has not completed for projects that are theirs no longer; what is coming in of them is cut. */
export async function cancelUploadsOfRemovedProjects(
  trx: Kysely<Schema>,
  deps: Pick<Deps, 'now' | 'queue'>,
  { customer, caller }: { customer: UserWithProjects; caller: Actor },
): Promise<void> {
  const open = await trx
    .selectFrom('uploads')
    .innerJoin('analyses', 'analyses.id', 'uploads.analysisId')
    .select(['uploads.id', projectName.as('projectType')])
    .where('uploads.userId', '=', customer.id)
    .where('kind', '=', 'ARCHIVE')
    .where('state', '=', 'OPEN')
    .execute()
  const kept = new Set(customer.projectTypes.map(projectTypeLabel))
  const lost = open.filter(({ projectType }) => !kept.has(projectTypeLabel(projectType))).map(({ id }) => id)
  await inSlices(lost, (uploadIds) => cancelWithin(trx, deps, { caller, uploadIds }))
}
