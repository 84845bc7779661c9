import type { FileReceipt } from '#contract/uploads.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { presentReceipt } from '../files/present-file.ts'
import { filesOf } from '../files/queries.ts'
import { loadAnalysis } from './queries.ts'

/** What arrived of one file of a request. Customers see their own archives, and report files once they are published. */
export async function getFileReceipt(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  { analysisRequestId, storedName }: { analysisRequestId: string; storedName: string },
): Promise<FileReceipt> {
  const isStaff = actor.role === 'ADMIN'
  const analysis = await loadAnalysis(deps.db, analysisRequestId, isStaff ? undefined : actor.userId)
  const files = await filesOf(deps.db, [analysis])
  const visible = [
    ...files(analysis.id, 'ARCHIVE'),
    ...files(analysis.id, 'REPORT').filter(
      ({ publishedAt }) => isStaff || (analysis.status === 'PROCESSED' && publishedAt !== null),
    ),
  ]
  const file = visible.find(({ storageKey }) => storageKey.endsWith(`/${storedName}`))
  if (!file) throw new AppError('not-found', 'File not found')
  return presentReceipt(file, isStaff ? 'staff' : 'customer')
}
