import { isPointCloud, POINTS_MAKER, type PointsFacts } from '#domain/point-clouds.ts'
import type { StoredFile } from '../../adapters/db/schema.ts'
import type { Attempt } from '../../adapters/queue/queue.ts'
import { DamagedObject } from '../../adapters/storage/storage.ts'
import type { work as pointsWork } from '../../compute/models/points-worker.ts'
import { OverBudget } from '../../compute/pool.ts'
import type { Deps } from '../../deps.ts'
import { type CheckedFile, findCheckedFile } from './checked-file.ts'
import { pointsKey } from './derived.ts'
import { readFully } from './read-fully.ts'
import { skipIfMissing } from './skip-missing.ts'
import { isStored, storeBytes } from './store-derived.ts'

type PrepareDeps = Pick<Deps, 'db' | 'storage' | 'compute' | 'log'>

/** The largest cloud takes a minute and a half on a machine of today. */
const SECONDS_MAX = 300

/** Thins the points of a report file for a browser, or records why they can't be shown. */
export async function preparePoints(
  deps: PrepareDeps,
  { fileId }: { fileId: string },
  attempt: Partial<Attempt> = {},
): Promise<void> {
  const file = await findCheckedFile(deps.db, fileId)
  if (!file || !isPointCloud(file.fileName) || (await isPrepared(deps, file))) return
  await skipIfMissing(deps, fileId, prepare(deps, file, attempt))
}

const isPrepared = async ({ storage }: PrepareDeps, { points, sha256 }: CheckedFile): Promise<boolean> =>
  points?.maker === POINTS_MAKER && (points.points === null || (await isStored(storage, pointsKey(sha256))))

async function prepare(deps: PrepareDeps, file: CheckedFile, attempt: Partial<Attempt>) {
  const { points: made, problem } = await thin(deps, file, attempt)
  if (!made) {
    await record(deps, file, { reason: problem, points: null })
    return
  }
  const { content, ...points } = made
  const key = pointsKey(file.sha256)
  await storeBytes(deps.storage, key, content)
  const isThere = await record(deps, file, { reason: null, points })
  // Removed meanwhile, with what had been made of it.
  if (!isThere) await deps.storage.remove({ key })
}

async function thin(
  { storage, compute, log }: PrepareDeps,
  { id: fileId, storageKey: key, bytes }: StoredFile,
  { report, signal }: Partial<Attempt>,
) {
  try {
    return await compute.run<typeof pointsWork>({
      file: new URL('../../compute/models/points-worker.ts', import.meta.url),
      input: { bytes },
      readRange: (from, to) => readFully(storage.read({ key, from, to }), to - from),
      report: (fraction) => report?.('reading', fraction),
      signal,
      secondsMax: SECONDS_MAX,
    })
  } catch (error) {
    if (error instanceof DamagedObject) return { problem: 'The file is damaged on the server.' }
    if (!(error instanceof OverBudget)) throw error
    log.error({ err: error, fileId }, 'point cloud exceeded its budget')
    return { problem: 'This point cloud takes too much time or memory to be shown.' }
  }
}

type Outcome = { reason: string; points: null } | { reason: null; points: PointsFacts }

/** False when the file was removed meanwhile. */
async function record({ db }: PrepareDeps, { id }: StoredFile, outcome: Outcome): Promise<boolean> {
  const points = JSON.stringify({ maker: POINTS_MAKER, ...outcome })
  const { numUpdatedRows } = await db.updateTable('files').set({ points }).where('id', '=', id).executeTakeFirst()
  return numUpdatedRows > 0n
}
