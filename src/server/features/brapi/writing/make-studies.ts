import type { WrittenStudy } from '#contract/brapi/writing.ts'
import { errorAt } from '#domain/errors.ts'
import { isStaff, visibleTo } from '../../../access.ts'
import type { Actor } from '../../../actor.ts'
import type { Deps } from '../../../deps.ts'
import { createTrial } from '../../trials/create-trial.ts'
import { type BrapiDeps, listFor } from '../answer.ts'
import { studies } from '../studies.ts'

/** One of the same name in the same project is there already when a client repeats its call. */
export async function makeStudies(deps: BrapiDeps & Pick<Deps, 'now'>, actor: Actor, written: WrittenStudy[]) {
  const places = []
  for (const [index, { trialDbId }] of written.entries())
    places.push(await projectOf(deps, actor, { index, trialDbId }))
  const ids: string[] = []
  for (const [index, { studyName: name, commonCropName, startDate }] of written.entries()) {
    const about = { name, ...(commonCropName && { crop: commonCropName }), ...places[index] }
    const planted = startDate ? { plantingDate: startDate.slice(0, 10) } : {}
    ids.push((await createTrial(deps, actor, { ...about, ...planted, reusesName: true })).trialId)
  }
  const paging = { page: 0, pageSize: ids.length }
  return listFor(studies, { deps, caller: actor }, { wanted: { studyDbId: ids }, paging, unknown: [] })
}

const NO_CUSTOMER = 'Name the trial, whose customer gets this study: one of GET /trials that is a project'

type Place = { index: number; trialDbId: string | null | undefined }

/** A BrAPI trial is a project of a customer. */
async function projectOf({ db }: Pick<Deps, 'db'>, actor: Actor, { index, trialDbId }: Place) {
  if (!trialDbId && !isStaff(actor)) return {}
  if (!trialDbId) throw errorAt(`${index}.trialDbId`, NO_CUSTOMER)
  const [id = ''] = trialDbId.split(':', 1)
  const project = await db
    .selectFrom('projects')
    .select(['name as projectType', 'accountId as userId'])
    .where('id', '=', id)
    .where(visibleTo(actor, 'projects'))
    .executeTakeFirst()
  if (project) return project
  const message =
    'There is no such trial in which a study can be made. Take one of GET /trials that is a project, or none'
  throw errorAt(`${index}.trialDbId`, message, 'not-found')
}
