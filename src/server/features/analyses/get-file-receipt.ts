import type { CurrentReceipt } from '#contract/analyses.ts'
import { AppError } from '#domain/errors.ts'
import { isStaff, readableBy } from '../../access.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { checkProgressOf } from '../files/check-file.ts'
import { presentReceipt } from '../files/present-file.ts'
import { loadAnalysis } from './queries.ts'

/** The receipt of one file, with the progress of its check. Customers see those of their own archives and published report files. */
export async function getFileReceipt(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  { analysisRequestId, storedName }: { analysisRequestId: string; storedName: string },
): Promise<CurrentReceipt> {
  const { id } = await loadAnalysis(deps.db, actor, analysisRequestId)
  const files = await deps.db
    .selectFrom('files')
    .innerJoin('analyses', 'analyses.id', 'files.analysisId')
    .selectAll('files')
    .where('analysisId', '=', id)
    .where((is) => is.or([is('kind', '=', 'ARCHIVE'), is.and([is('kind', '=', 'REPORT'), readableBy(actor)])]))
    .execute()
  const file = files.find(({ storageKey }) => storageKey.endsWith(`/${storedName}`))
  if (!file) throw new AppError('not-found', 'File not found')
  const check = await checkProgressOf(deps.db, file.id)
  return { ...presentReceipt(file, { forStaff: isStaff(actor) }), ...(check && { check }) }
}
