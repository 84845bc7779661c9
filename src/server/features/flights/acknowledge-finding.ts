import type { BodyOf } from '#contract/api.ts'
import { AppError } from '#domain/errors.ts'
import { isAcknowledged, verdictOf } from '#domain/flights.ts'
import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { requireStaff } from '../../still-allowed.ts'
import { lockAnalysis } from '../analyses/queries.ts'
import { newestArchive } from './queries.ts'
import { findSameField } from './same-field.ts'

/** Records that staff take a finding as it is, or no longer do. Idempotent. */
export async function acknowledgeFinding(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { analysisRequestId: id, check, message, acknowledged: isWanted }: BodyOf<'acknowledgeFinding'>,
): Promise<void> {
  const at = deps.now()
  await deps.db.transaction().execute(async (trx) => {
    await requireStaff(trx, actor.userId)
    const analysis = await lockAnalysis(trx, actor, id)
    const archive = await newestArchive(trx, id).select('files.id').executeTakeFirst()
    const found = await trx
      .selectFrom('flights')
      .select(['fileId', 'flight', 'acknowledged', 'west', 'south', 'east', 'north', 'hull'])
      .where('fileId', '=', archive?.id ?? '')
      .forUpdate()
      .executeTakeFirst()
    const same = found && (await findSameField(trx, analysis, found))
    const checks = [...(found?.flight?.checks ?? []), ...(same ? [same.check] : [])]
    if (!found || !checks.some((one) => one.id === check && one.message === message)) throw findingNotThere()
    if (isAcknowledged({ id: check, message }, found.acknowledged) === isWanted) return
    // Only those of findings that are there are kept, so that they don't become more and more.
    const others = found.acknowledged.filter(
      (one) =>
        !(one.check === check && one.message === message) && checks.some((finding) => isAcknowledged(finding, [one])),
    )
    const mine = { check, message, at: at.toISOString(), userId: actor.userId }
    const acknowledged = isWanted ? [...others, mine] : others
    await trx
      .updateTable('flights')
      .set({ acknowledged: JSON.stringify(acknowledged), ...verdictOf(checks, acknowledged) })
      .where('fileId', '=', found.fileId)
      .execute()
    await audit(trx, actor, {
      at,
      action: isWanted ? 'flight.finding-acknowledged' : 'flight.finding-reopened',
      subject: `analysis:${id}`,
      after: { finding: message },
    })
  })
}

const findingNotThere = (): AppError =>
  new AppError('conflict', 'This finding is not there any more, or says something else now. Look at the flight again.')
