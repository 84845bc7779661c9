import type { QueryOf } from '#contract/api.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../../actor.ts'
import { OverBudget } from '../../../compute/pool.ts'
import type { work } from '../../../compute/trials/plot-photo-worker.ts'
import { createKeyedMutex } from '../../../concurrency/keyed-mutex.ts'
import type { Deps } from '../../../deps.ts'
import { inOnePiece } from '../../../in-one-piece.ts'
import { readFully } from '../../files/read-fully.ts'
import { findPhotos } from './find-photos.ts'

const WORKER = new URL('../../../compute/trials/plot-photo-worker.ts', import.meta.url)
const SECONDS_MAX = 20
const WAIT_SECONDS_MAX = 20

/** So that one person's pictures leave threads to others. */
const oneAtATime = createKeyedMutex()

/** A plot as a photo shows it: a JPEG. @throws AppError */
export async function getPlotPhoto(
  { db, storage, compute }: Pick<Deps, 'db' | 'storage' | 'compute'>,
  actor: Actor,
  { query: { photo, ...of }, signal }: { query: QueryOf<'getPlotPhoto'>; signal: AbortSignal },
): Promise<AsyncIterable<Uint8Array>> {
  const { showing, frame, plane, archive } = await findPhotos({ db, storage }, actor, of)
  const shown = showing.find(({ view }) => view.name === photo)
  if (!shown) throw new AppError('not-found', 'This photo does not show this plot')
  const { storageKey: key, bytes: size } = archive
  try {
    const { jpeg } = await oneAtATime(actor.userId, () =>
      compute.run<typeof work>({
        file: WORKER,
        input: { size, photo: { ...shown, plane }, frame },
        readRange: (from, to) => readFully(storage.read({ key, from, to }), to - from),
        signal,
        secondsMax: SECONDS_MAX,
        waitSecondsMax: WAIT_SECONDS_MAX,
      }),
    )
    if (!jpeg) throw new AppError('conflict', 'This photo can’t be read from the archive.')
    return inOnePiece(jpeg)
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error
    throw new AppError('conflict', 'This photo takes too long to read.')
  }
}
