import type { Deletion } from '#contract/deletions.ts'
import { AppError } from '#domain/errors.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { isStaff } from '../../access.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { selectNamed } from './queries.ts'

const DELETIONS_MAX = 500

/** What was deleted in an account and can be taken back. Staff may ask for that of anybody. */
export async function listDeletions(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { userId = actor.accountId }: { userId?: string | undefined },
): Promise<Deletion[]> {
  if (userId !== actor.accountId && !isStaff(actor)) throw new AppError('not-found', 'User not found')
  const rows = await selectNamed(db)
    .where('deletions.ownerId', '=', userId)
    .where('deletions.purgeOn', 'is not', null)
    .orderBy('deletions.purgeOn')
    .limit(DELETIONS_MAX)
    .execute()
  return rows.flatMap(({ purgeOn, projectName, name, ...row }) =>
    purgeOn ? [{ ...row, name: name ?? projectTypeLabel(projectName ?? ''), purgeOn: purgeOn.toISOString() }] : [],
  )
}
