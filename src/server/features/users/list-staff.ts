import type { ReplyOf } from '#contract/api.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'

const STAFF_MAX = 500

/** The approved members of staff, by name. */
export async function listStaff({ db }: Pick<Deps, 'db'>, actor: Actor): Promise<ReplyOf<'listStaff'>['data']> {
  const staff = await db
    .selectFrom('users')
    .select(['id', 'fullName'])
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'APPROVED')
    .orderBy('fullName')
    .orderBy('id')
    .limit(STAFF_MAX)
    .execute()
  return staff.map(({ id: userId, fullName }) => ({ userId, fullName, isCaller: userId === actor.userId }))
}
