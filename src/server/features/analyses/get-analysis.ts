import type { AnalysisOfUser } from '#contract/analyses.ts'
import { AppError } from '#domain/errors.ts'
import type { Deps } from '../../deps.ts'
import { filesOf } from '../files/queries.ts'
import { flightVerdictsOf } from './flight-verdicts.ts'
import { presentForStaff, selectWithUser } from './queries.ts'

/** One submitted request, as in the list for staff. */
export async function getAnalysis(
  deps: Pick<Deps, 'db' | 'storage' | 'now' | 'signedUrlMs'>,
  { analysisRequestId: id }: { analysisRequestId: string },
): Promise<AnalysisOfUser> {
  const analysis = await selectWithUser(deps.db)
    .where('analyses.id', '=', id)
    .where('analyses.status', '<>', 'UPLOADING')
    .executeTakeFirstOrThrow(() => new AppError('not-found', 'Request not found'))
  const [files, verdicts] = [await filesOf(deps.db, [analysis]), await flightVerdictsOf(deps.db, [analysis])]
  return presentForStaff(deps, analysis, { files, verdicts })
}

/** @throws AppError 'conflict', with the request as it is now, when another person has changed it since it was seen */
export async function requireSameVersion(
  deps: Parameters<typeof getAnalysis>[0],
  seen: { analysisRequestId: string; version?: number | undefined },
  { version }: { version: number },
): Promise<void> {
  if (seen.version === undefined || seen.version === version) return
  const message = 'Someone else changed this request meanwhile. Check its current state, then try again.'
  throw new AppError('conflict', message, { data: await getAnalysis(deps, seen) })
}
