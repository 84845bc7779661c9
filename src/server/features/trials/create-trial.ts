import { randomUUID } from 'node:crypto'
import type { BodyOf } from '#contract/api.ts'
import { AppError, errorAt } from '#domain/errors.ts'
import { TRIALS_PER_CUSTOMER_MAX } from '#domain/trials.ts'
import { isStaff, purgeOnOf, type Viewer, visibleTo } from '../../access.ts'
import type { Actor } from '../../actor.ts'
import type { Database, Trial } from '../../adapters/db/schema.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { countAll } from '../../lists/bounded-count.ts'
import { requireApproved } from '../../still-allowed.ts'
import { findAssigned } from '../projects/queries.ts'

/** Makes a trial of a customer: their own, or one that staff make for them. */
export async function createTrial(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  { userId, projectType, reusesName = false, ...trial }: BodyOf<'createTrial'> & { reusesName?: boolean },
): Promise<{ trialId: string }> {
  const id = randomUUID()
  const at = deps.now()
  return deps.db.transaction().execute(async (trx) => {
    await requireApproved(trx, actor)
    const customerId = await customerOf(trx, actor, userId)
    const owner = { ...actor, accountId: customerId }
    const projectId = projectType === undefined ? (actor.projectId ?? null) : await projectOf(trx, owner, projectType)
    const values = { name: trial.name, crop: trial.crop ?? null, plantingDate: trial.plantingDate ?? null }
    const same = reusesName
      ? await findSame(trx, actor, { accountId: customerId, projectId, name: trial.name })
      : undefined
    if (same) return { trialId: same.id }
    await trx
      .insertInto('trials')
      .values({ id, accountId: customerId, projectId, ...values, createdAt: at })
      .execute()
    const after = { ...values, ...(projectType !== undefined && { projectTypes: projectType }) }
    await audit(trx, actor, { at, action: 'trial.created', subject: `trial:${id}`, after })
    return { trialId: id }
  })
}

type Named = Pick<Trial, 'accountId' | 'projectId' | 'name'>

const findSame = (trx: Database, actor: Actor, { accountId, projectId, name }: Named) =>
  trx
    .selectFrom('trials')
    .select('id')
    .where('accountId', '=', accountId)
    .where('projectId', 'is not distinct from', projectId)
    .where('name', '=', name)
    .where(visibleTo(actor, 'trials'))
    .where(purgeOnOf('trials'), 'is', null)
    .limit(1)
    .executeTakeFirst()

async function customerOf(trx: Database, actor: Actor, userId: string | undefined): Promise<string> {
  if (isStaff(actor) && userId === undefined) throw errorAt('userId', 'Choose the customer of this trial')
  const id = userId ?? actor.accountId
  // Locked, so that the count holds.
  const customer = await trx
    .selectFrom('users')
    .select(['id', 'status'])
    .where('id', '=', id)
    .where('role', '=', 'USER')
    .forUpdate()
    .executeTakeFirst()
  if (!customer || (!isStaff(actor) && id !== actor.accountId))
    throw new AppError('not-found', 'This customer does not exist')
  if (customer.status !== 'APPROVED')
    throw new AppError('conflict', 'This customer is not approved. Approve them first.')
  const trials = trx.selectFrom('trials').select('id').where('accountId', '=', id).where(visibleTo(actor, 'trials'))
  if ((await countAll(trx, trials)) >= TRIALS_PER_CUSTOMER_MAX)
    throw new AppError(
      'conflict',
      `A customer has at most ${TRIALS_PER_CUSTOMER_MAX} trials. A deleted one counts until it is removed for good.`,
    )
  return id
}

/** @throws AppError 'conflict' when the project is not assigned to the customer. */
export async function projectOf(
  trx: Database,
  owner: Pick<Viewer, 'accountId' | 'projectId'>,
  projectType: string,
): Promise<string> {
  const project = await findAssigned(trx, { ...owner, projectType })
  if (!project) throw new AppError('conflict', 'This project is not assigned to the customer of the trial')
  if (project.purgeOn) throw new AppError('conflict', 'This project was deleted. Take it back to add to it.')
  return project.id
}
