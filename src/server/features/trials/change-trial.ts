import type { Kysely } from 'kysely'
import type { BodyOf } from '#contract/api.ts'
import type { Actor } from '../../actor.ts'
import type { Schema } from '../../adapters/db/schema.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { projectOf } from './create-trial.ts'
import { bareGroundOf } from './flights/maps-of-customer.ts'
import { setBareGround } from './flights/set-bare-ground.ts'
import { lockTrial } from './queries.ts'

/** Changes what is said about a trial. */
export async function changeTrial(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { trialId, projectType, bareGroundMapId, ...stated }: BodyOf<'changeTrial'>,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const trial = await lockTrial(trx, actor, trialId)
    const { accountId, projectId: oldProjectId, ...old } = trial
    const before = { name: old.name, crop: old.crop, plantingDate: old.plantingDate }
    const after = {
      name: stated.name ?? before.name,
      crop: stated.crop === undefined ? before.crop : stated.crop,
      plantingDate: stated.plantingDate === undefined ? before.plantingDate : stated.plantingDate,
    }
    let projectId = oldProjectId
    if (projectType === null) projectId = null
    else if (projectType !== undefined) projectId = await projectOf(trx, accountId, projectType)
    await trx
      .updateTable('trials')
      .set({ ...after, projectId })
      .where('id', '=', trialId)
      .execute()
    const groundBefore = await groundName(trx, trialId)
    if (bareGroundMapId !== undefined) await setBareGround(trx, actor, { trial, mapId: bareGroundMapId })
    const named = projectType === undefined ? {} : { projectTypes: projectType ?? [] }
    await audit(trx, actor, {
      at: deps.now(),
      action: 'trial.changed',
      subject: `trial:${trialId}`,
      before: { ...before, bareGround: groundBefore },
      after: { ...after, ...named, bareGround: await groundName(trx, trialId) },
    })
  })
}

const groundName = async (trx: Kysely<Schema>, trialId: string): Promise<string | null> =>
  (await bareGroundOf(trx, trialId))?.fileName ?? null
