import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { inOnePiece } from '../../in-one-piece.ts'
import { readableTrials } from '../trials/queries.ts'

/** A photo of a plot. @throws AppError 'not-found' also before it has come */
export async function getImageContent(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { imageDbId }: { imageDbId: string },
): Promise<AsyncIterable<Uint8Array>> {
  const found = await db
    .selectFrom('plotImages')
    .select('bytes')
    .where('id', '=', imageDbId)
    .where('trialId', 'in', readableTrials(db, actor).select('trials.id'))
    .executeTakeFirst()
  if (!found?.bytes) throw new AppError('not-found', 'There is no photo of a plot with this id that you may see')
  return inOnePiece(found.bytes)
}
