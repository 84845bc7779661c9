import type { AnalysisOfUser } from '#contract/analyses.ts'
import type { BodyOf } from '#contract/api.ts'
import { statusesBefore } from '#domain/analyses.ts'
import { AppError } from '#domain/errors.ts'
import { messageAfter } from '#domain/users.ts'
import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { requireStaff } from '../../still-allowed.ts'
import { getAnalysis, requireSameVersion } from './get-analysis.ts'
import { notifyCustomer } from './notify-customer.ts'
import { lockAnalysis } from './queries.ts'
import { statusNews } from './status-news.ts'

/** Sets a request's status, with an optional message to the customer, and tells them. Idempotent. */
export async function changeStatus(
  deps: Pick<Deps, 'db' | 'storage' | 'now' | 'queue' | 'signedUrlMs'> & WithConfig<'publicUrl'>,
  actor: Actor,
  input: BodyOf<'changeStatus'>,
): Promise<AnalysisOfUser> {
  const { analysisRequestId: id, fileStatus: status } = input
  return deps.db.transaction().execute(async (trx) => {
    await requireStaff(trx, actor.userId)
    const before = await lockAnalysis(trx, actor, id)
    if (!statusesBefore('staff-choice').includes(before.status)) throw new AppError('not-found', 'Request not found')
    await requireSameVersion({ ...deps, db: trx }, input, before)
    const isSame = before.status === status
    const message = messageAfter(before, { status, message: input.message })
    if (!isSame || before.message !== message) {
      await trx
        .updateTable('analyses')
        .set({ status, message, version: before.version + 1 })
        .where('id', '=', id)
        .execute()
      await audit(trx, actor, {
        at: deps.now(),
        action: 'analysis.status-changed',
        subject: `analysis:${id}`,
        before: { status: before.status, message: before.message },
        after: { status, message },
      })
      if (!isSame || message)
        await notifyCustomer(trx, deps, {
          analysisId: id,
          news: statusNews({ before: before.status, status, message }),
        })
    }
    return getAnalysis({ ...deps, db: trx }, input)
  })
}
