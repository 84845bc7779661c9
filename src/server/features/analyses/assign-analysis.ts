import type { AnalysisOfUser } from '#contract/analyses.ts'
import type { BodyOf } from '#contract/api.ts'
import { errorAt } from '#domain/errors.ts'
import type { Actor } from '../../actor.ts'
import type { Database } from '../../adapters/db/schema.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { requireStaff } from '../../still-allowed.ts'
import { getAnalysis, requireSameVersion } from './get-analysis.ts'
import { lockAnalysis } from './queries.ts'

/** Sets or removes the member of staff who works on a request. Idempotent. */
export async function assignAnalysis(
  deps: Pick<Deps, 'db' | 'storage' | 'now' | 'signedUrlMs'>,
  actor: Actor,
  input: BodyOf<'assignAnalysis'>,
): Promise<AnalysisOfUser> {
  const { analysisRequestId: id, assigneeId } = input
  return deps.db.transaction().execute(async (trx) => {
    const staff = await lockStaff(trx, assigneeId === null ? [actor.userId] : [actor.userId, assigneeId])
    await requireStaff(trx, actor.userId)
    const assignee = assigneeId === null ? null : staff.get(assigneeId)
    const before = await lockAnalysis(trx, actor, id)
    await requireSameVersion({ ...deps, db: trx }, input, before)
    if (assignee === undefined) throw errorAt('assigneeId', 'Choose an approved member of staff')
    const present = await getAnalysis({ ...deps, db: trx }, input)
    if (before.assigneeId === assigneeId) return present
    await trx
      .updateTable('analyses')
      .set({ assigneeId, version: before.version + 1 })
      .where('id', '=', id)
      .execute()
    await audit(trx, actor, {
      at: deps.now(),
      action: actionOf(assigneeId, actor),
      subject: `analysis:${id}`,
      before: { assignee: present.assignee },
      after: { assignee },
    })
    return getAnalysis({ ...deps, db: trx }, input)
  })
}

const actionOf = (assigneeId: string | null, { userId }: Actor): string => {
  if (assigneeId === null) return 'analysis.unassigned'
  return assigneeId === userId ? 'analysis.taken' : 'analysis.assigned'
}

/** The approved staff among these people, locked in the order in which decisions about staff lock them. */
async function lockStaff(
  trx: Database,
  ids: readonly string[],
): Promise<Map<string, { userId: string; fullName: string }>> {
  const rows = await trx
    .selectFrom('users')
    .select(['id as userId', 'fullName', 'role', 'status'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forShare()
    .execute()
  const staff = rows.filter(({ role, status }) => role === 'ADMIN' && status === 'APPROVED')
  return new Map(staff.map(({ userId, fullName }) => [userId, { userId, fullName }]))
}
