import type { CurrentReceipt } from '#contract/analyses.ts'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { checkProgressOf } from '../files/check-file.ts'
import { presentReceipt } from '../files/present-file.ts'
import { filesOf } from '../files/queries.ts'
import { loadAnalysis } from './queries.ts'

/** The receipt of one file, with the progress of its check. Customers see those of their own archives and published report files. */
export async function getFileReceipt(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  { analysisRequestId, storedName }: { analysisRequestId: string; storedName: string },
): Promise<CurrentReceipt> {
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
  const check = await checkProgressOf(deps.db, file.id)
  return { ...presentReceipt(file, isStaff ? 'staff' : 'customer'), ...(check && { check }) }
}
