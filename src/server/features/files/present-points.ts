import type { ReportFile } from '#contract/reports.ts'
import { isPointCloud, POINTS_MAKER, pointBytes } from '#domain/point-clouds.ts'
import type { StoredFile } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { pointsKey, preparePointsJob } from './derived.ts'
import { signedUntil } from './download-signing.ts'
import { isStored } from './store-derived.ts'

type PresentDeps = Pick<Deps, 'db' | 'storage' | 'queue' | 'now' | 'signedUrlMs'>

/** The thinned points of a point cloud, for a viewer. Those that were thrown away are made again. */
export async function presentPoints(
  deps: PresentDeps,
  { id: fileId, fileName, sha256, points: stored, virusScan }: StoredFile,
): Promise<Pick<ReportFile, 'points' | 'pointsReason'> & { isPending: boolean }> {
  const { db, storage, queue } = deps
  const none = { points: null, pointsReason: null, isPending: false }
  if (!isPointCloud(fileName) || virusScan === 'infected') return none
  if (sha256 === null || stored?.maker !== POINTS_MAKER) return { ...none, isPending: true }
  if (!stored.points) return { ...none, pointsReason: stored.reason }
  const key = pointsKey(sha256)
  if (!(await isStored(storage, key))) {
    await queue.enqueue(db, preparePointsJob, { fileId })
    return { ...none, isPending: true }
  }
  const expiresAt = signedUntil(deps)
  const url = await storage.signDownload({ key, fileName: 'points.bin', expiresAt })
  return { points: { ...stored.points, bytes: pointBytes(stored.points), url }, pointsReason: null, isPending: false }
}
