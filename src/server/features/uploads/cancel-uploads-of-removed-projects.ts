import type { Kysely } from 'kysely'
import { projectTypeLabel } from '#domain/users.ts'
import { begunBy } from '../../access.ts'
import type { Actor } from '../../actor.ts'
import type { Schema } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { inSlices } from '../../lists/in-batches.ts'
import { projectName, type UserWithProjects } from '../projects/queries.ts'
import { cancelWithin } from './cancel-upload.ts'

/** Cancels a customer's open archive uploads for projects that are no longer assigned to them. Parts in flight are aborted. */
export async function cancelUploadsOfRemovedProjects(
  trx: Kysely<Schema>,
  deps: Pick<Deps, 'now' | 'queue'>,
  { customer, caller }: { customer: UserWithProjects; caller: Actor },
): Promise<void> {
  const open = await trx
    .selectFrom('uploads')
    .innerJoin('analyses', 'analyses.id', 'uploads.analysisId')
    .select(['uploads.id', projectName.as('projectType')])
    .where(begunBy({ userId: customer.id }))
    .where('kind', '=', 'ARCHIVE')
    .where('state', '=', 'OPEN')
    .execute()
  const assigned = new Set(customer.projectTypes.map(projectTypeLabel))
  const removed = open.filter(({ projectType }) => !assigned.has(projectTypeLabel(projectType))).map(({ id }) => id)
  await inSlices(removed, (uploadIds) => cancelWithin(trx, deps, { caller, uploadIds }))
}
