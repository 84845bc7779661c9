import { sql } from 'kysely'
import type { BodyOf } from '#contract/api.ts'
import type { Actor } from '../../actor.ts'
import type { Database, Trial } from '../../adapters/db/schema.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { projectNotAssigned } from '../accounts/require-customer.ts'
import { projectOf } from './create-trial.ts'
import { bareGroundOf } from './flights/maps-of-customer.ts'
import { setBareGround } from './flights/set-bare-ground.ts'
import { lastChange, newerChange } from './newer-change.ts'
import { lockTrial } from './queries.ts'

/** Changes what is said about a trial. */
export async function changeTrial(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { trialId, bareGroundMapId, seen, ...given }: BodyOf<'changeTrial'>,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const trial = await lockTrial(trx, actor, trialId)
    const { accountId, projectId: oldProjectId, ...old } = trial
    const { projectType, ...stated } = seen ? await mergeChanges(trx, trial, { given, seen }) : given
    const before = { name: old.name, crop: old.crop, plantingDate: old.plantingDate }
    const after = {
      name: stated.name ?? before.name,
      crop: stated.crop === undefined ? before.crop : stated.crop,
      plantingDate: stated.plantingDate === undefined ? before.plantingDate : stated.plantingDate,
    }
    let projectId = oldProjectId
    if (projectType === null) {
      if (actor.projectId !== undefined) throw projectNotAssigned()
      projectId = null
    } else if (projectType !== undefined) projectId = await projectOf(trx, { ...actor, accountId }, projectType)
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

type Given = Pick<BodyOf<'changeTrial'>, 'name' | 'projectType' | 'crop' | 'plantingDate'>
type Merging = { given: Given; seen: NonNullable<BodyOf<'changeTrial'>['seen']> }

/** What another person has changed since it was seen, stays. @throws AppError 'conflict' where both changed the same. */
async function mergeChanges(trx: Database, trial: Trial, { given, seen }: Merging): Promise<Given> {
  const project = trx.selectFrom('projects').select('name').where('id', '=', trial.projectId)
  const projectType = (await project.executeTakeFirst())?.name ?? null
  const now = { name: trial.name, crop: trial.crop, plantingDate: trial.plantingDate, projectType }
  const fields = ['name', 'projectType', 'crop', 'plantingDate'] as const
  const changed = fields.filter((field) => given[field] !== undefined && given[field] !== seen[field])
  const differences = changed
    .filter((field) => now[field] !== seen[field] && now[field] !== given[field])
    .map((what) => ({ what, theirs: now[what], yours: given[what] ?? null }))
  const [first] = differences
  if (first) {
    const last = await lastChange(trx, trial, { action: 'trial.changed', where: changes(first.what) })
    throw await newerChange(trx, { ...last, differences })
  }
  return Object.fromEntries(changed.map((field) => [field, given[field]]))
}

/** Of entries of the log, which has projects as projectTypes, where they were given. */
const changes = (field: keyof Given) =>
  field === 'projectType'
    ? sql<boolean>`after ? 'projectTypes'`
    : sql<boolean>`before ->> ${field} is distinct from after ->> ${field}`

const groundName = async (trx: Database, trialId: string): Promise<string | null> =>
  (await bareGroundOf(trx, trialId))?.fileName ?? null
