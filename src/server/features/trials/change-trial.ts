import type { BodyOf } from '#contract/api.ts'
import type { Actor } from '../../actor.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { projectOf } from './create-trial.ts'
import { lockTrial } from './queries.ts'

/** Changes what is said about a trial. */
export async function changeTrial(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { trialId, projectType, ...stated }: BodyOf<'changeTrial'>,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const { userId, projectId: oldProjectId, ...old } = await lockTrial(trx, actor, trialId)
    const before = { name: old.name, crop: old.crop, plantingDate: old.plantingDate }
    const after = {
      name: stated.name ?? before.name,
      crop: stated.crop === undefined ? before.crop : stated.crop,
      plantingDate: stated.plantingDate === undefined ? before.plantingDate : stated.plantingDate,
    }
    let projectId = oldProjectId
    if (projectType === null) projectId = null
    else if (projectType !== undefined) projectId = await projectOf(trx, userId, projectType)
    await trx
      .updateTable('trials')
      .set({ ...after, projectId })
      .where('id', '=', trialId)
      .execute()
    const named = projectType === undefined ? {} : { projectTypes: projectType ?? [] }
    await audit(trx, actor, {
      at: deps.now(),
      action: 'trial.changed',
      subject: `trial:${trialId}`,
      before,
      after: { ...after, ...named },
    })
  })
}
