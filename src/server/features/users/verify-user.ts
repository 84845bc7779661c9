import type { BodyOf } from '#contract/api.ts'
import type { UserRow } from '#contract/users.ts'
import { AppError } from '#domain/errors.ts'
import { cleanProjectTypes, messageAfter, userStatusFromNumber } from '#domain/users.ts'
import type { Actor } from '../../actor.ts'
import type { Database } from '../../adapters/db/schema.ts'
import { audit } from '../../audit.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { noLongerApproved } from '../../still-allowed.ts'
import { notifyMembers } from '../accounts/notify-members.ts'
import { assignProjects } from '../projects/assign-projects.ts'
import { namesOfAssigned, type UserWithProjects } from '../projects/queries.ts'
import { cancelUploadsOf } from '../uploads/cancel-upload.ts'
import { cancelUploadsOfRemovedProjects } from '../uploads/cancel-uploads-of-removed-projects.ts'
import { decisionNotice } from './decision-notice.ts'
import { decisionEmail } from './emails.ts'
import { presentUser } from './queries.ts'

const NOT_CONFIRMED = "This person hasn't confirmed their email address. You can approve them once they have."
const LAST_STAFF = 'This is the last approved member of staff. Approve another one first.'

/**
 * Decides on a customer or a colleague and emails them. A decision that changes nothing, or only removes a message, sends
 * nothing. A user who is no longer approved loses their open uploads, including parts in flight.
 */
export async function verifyUser(
  deps: Pick<Deps, 'db' | 'now' | 'queue'> & WithConfig<'publicUrl'>,
  actor: Actor,
  input: BodyOf<'verifyUser'>,
): Promise<UserRow> {
  if (input.userId === actor.userId) throw new AppError('conflict', "You can't change your own status")
  const status = userStatusFromNumber(input.status)
  const projectTypes = cleanProjectTypes(input.projectTypes)
  const given = input.metadata?.message?.trim()

  return deps.db.transaction().execute(async (trx) => {
    await lockStaff(trx, { deciding: actor.userId, revoked: status === 'APPROVED' ? undefined : input.userId })
    const before = await lockUser(trx, input.userId)
    if (input.version !== undefined && input.version !== before.version)
      throw new AppError(
        'conflict',
        'Someone else changed this user meanwhile. Check their current state, then try again.',
        {
          data: presentUser(before),
        },
      )
    if (status === 'APPROVED' && before.status !== 'APPROVED' && !before.confirmedAt)
      throw new AppError('conflict', NOT_CONFIRMED)
    const message = messageAfter(before, { status, message: given })
    const after = await decide(trx, before, { status, projectTypes, message, at: deps.now() })
    if (!after) return presentUser(before)
    if (after.status !== 'APPROVED') await cancelUploadsOf(trx, deps, { accountId: after.id, caller: actor })
    else await cancelUploadsOfRemovedProjects(trx, deps, { customer: after, caller: actor })
    const decision = decisionNotice(before, after, given || null)
    if (decision)
      await notifyMembers(trx, deps, {
        accountId: after.id,
        least: 'owner',
        news: ({ fullName }) => ({
          subject: `user:${after.id}`,
          content: decision,
          email: decisionEmail({ ...after, fullName }, decision),
        }),
      })
    await audit(trx, actor, {
      at: deps.now(),
      action: 'user.verified',
      subject: `user:${after.id}`,
      before: decisionOf(before),
      after: decisionOf(after),
    })
    return presentUser(after)
  })
}

/**
 * Locks all approved staff in a fixed order. So decisions are serialized, each is made by a member of staff who is still
 * approved, and one always remains.
 */
async function lockStaff(
  trx: Database,
  { deciding, revoked }: { deciding: string; revoked: string | undefined },
): Promise<void> {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'APPROVED')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const staff = rows.map(({ id }) => id)
  if (staff.length === 1 && staff[0] === revoked) throw new AppError('conflict', LAST_STAFF)
  if (!staff.includes(deciding)) throw noLongerApproved()
}

async function lockUser(trx: Database, userId: string): Promise<UserWithProjects> {
  const user = await trx.selectFrom('users').selectAll().where('id', '=', userId).forUpdate().executeTakeFirst()
  if (!user) throw new AppError('not-found', 'User not found')
  // Read once the user is locked: a decision that this waited for has changed them.
  return { ...user, projectTypes: await namesOfAssigned(trx, userId) }
}

/** Returns the updated user, or undefined when the decision changes nothing. */
async function decide(
  trx: Database,
  before: UserWithProjects,
  { at, projectTypes, ...change }: Decision & { at: Date },
): Promise<UserWithProjects | undefined> {
  if (sameDecision(before, { ...change, projectTypes })) return undefined
  await assignProjects(trx, { accountId: before.id, names: projectTypes, at })
  const user = await trx
    .updateTable('users')
    .set((is) => ({
      ...change,
      version: before.version + 1,
      ...(change.status === 'APPROVED' && { approvedAt: is.fn.coalesce('approvedAt', is.val(at)) }),
    }))
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { ...user, projectTypes }
}

type Decision = Pick<UserWithProjects, 'status' | 'projectTypes' | 'message'>

const decisionOf = ({ status, projectTypes, message }: Decision): Decision => ({ status, projectTypes, message })

const sameDecision = (a: Decision, b: Decision): boolean =>
  JSON.stringify(decisionOf(a)) === JSON.stringify(decisionOf(b))
