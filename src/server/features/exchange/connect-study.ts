import type { BodyOf } from '#contract/api.ts'
import type { ConnectionItem } from '#contract/exchange.ts'
import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { removeExchanges } from './exchange-job.ts'
import { type DatabaseDeps, readDatabase } from './open-database.ts'
import { connectionOf, loadOwnTrial, lockOwnTrial, presentConnection, requireExchange } from './queries.ts'
import { readStudy } from './read-study.ts'

/** The study is read once, so that what is connected is there, and the token may read it. */
export async function connectStudy(
  deps: DatabaseDeps & Pick<Deps, 'now' | 'queue'>,
  actor: Actor,
  { body, signal }: { body: BodyOf<'connectStudy'>; signal: AbortSignal },
): Promise<ConnectionItem> {
  requireExchange(deps)
  const { trialId, studyDbId, sendsAfterMeasuring } = body
  await loadOwnTrial(deps.db, actor, trialId)
  const { database, found: study } = await readDatabase(deps, { ...body, signal }, (client) =>
    readStudy(client, studyDbId),
  )
  const at = deps.now()
  const row = { studyId: studyDbId, studyName: study.name, sendsAfterMeasuring, authorId: actor.userId, changedAt: at }
  await deps.db.transaction().execute(async (trx) => {
    await lockOwnTrial(trx, actor, trialId)
    const before = await connectionOf(trx, trialId)
    if (before?.url !== database.url || before.studyId !== studyDbId) await removeExchanges(trx, deps, trialId)
    await trx
      .insertInto('studyConnections')
      .values({ ...database, ...row })
      .onConflict((conflict) => conflict.column('trialId').doUpdateSet({ ...database, ...row }))
      .execute()
    const after = { url: database.url, study: study.name, sendsAfterMeasuring }
    await audit(trx, actor, { at, action: 'trial.connected', subject: `trial:${trialId}`, after })
  })
  return presentConnection({ ...database, ...row })
}
