import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../../actor.ts'
import type { Database, Trial } from '../../../adapters/db/schema.ts'
import { lockTrial, studiesOf } from '../../trials/queries.ts'

const find = (trx: Database, actor: Actor, imageDbId: string) =>
  trx
    .selectFrom('plotImages')
    .select(['trialId', 'plotId', 'name', 'fileName', 'takenAt'])
    .where('id', '=', imageDbId)
    .where('trialId', 'in', studiesOf(trx, actor).select('trials.id'))

type PlotImage = NonNullable<Awaited<ReturnType<ReturnType<typeof find>['executeTakeFirst']>>>

/** Locks the trial of a photo of a plot until the transaction ends. @throws AppError */
export async function lockImage(
  trx: Database,
  actor: Actor,
  imageDbId: string,
): Promise<{ image: PlotImage; trial: Trial }> {
  const found = await find(trx, actor, imageDbId).executeTakeFirst()
  const trial = found && (await lockTrial(trx, actor, found.trialId))
  const image = trial && (await find(trx, actor, imageDbId).executeTakeFirst())
  if (!image) throw new AppError('not-found', 'There is no photo of a plot with this id that you may change')
  return { image, trial }
}
