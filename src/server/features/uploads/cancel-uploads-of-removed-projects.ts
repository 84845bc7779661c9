import { sql } from 'kysely'
import { projectTypeLabel } from '#domain/users.ts'
import { begunIn } from '../../access.ts'
import type { Actor } from '../../actor.ts'
import type { Database } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { BATCH_ROWS } from '../../lists/in-batches.ts'
import type { UserWithProjects } from '../projects/queries.ts'
import { cancelWithin } from './cancel-upload.ts'

/** Cancels the open uploads in an account for projects that are no longer assigned to it. Parts in flight are aborted. */
export async function cancelUploadsOfRemovedProjects(
  trx: Database,
  deps: Pick<Deps, 'now' | 'queue'>,
  { customer, caller }: { customer: UserWithProjects; caller: Actor },
): Promise<void> {
  const open = await trx
    .selectFrom('uploads')
    .leftJoin('analyses', 'analyses.id', 'uploads.analysisId')
    .innerJoin('projects', (join) =>
      join.on(sql<boolean>`projects.id = coalesce(uploads.project_id, analyses.project_id)`),
    )
    .select(['uploads.id', 'projects.name as projectType'])
    .where(begunIn(customer.id))
    .where('kind', '<>', 'REPORT')
    .where('state', '=', 'OPEN')
    .execute()
  const assigned = new Set(customer.projectTypes.map(projectTypeLabel))
  const removed = open.filter(({ projectType }) => !assigned.has(projectTypeLabel(projectType))).map(({ id }) => id)
  for (let at = 0; at < removed.length; at += BATCH_ROWS)
    await cancelWithin(trx, deps, { caller, uploadIds: removed.slice(at, at + BATCH_ROWS) })
}
