import { sql } from 'kysely'
import type { RunItem } from '#contract/processing.ts'
import { LISTED_RUNS_MAX } from '#domain/processing.ts'
import { SEES_ALL } from '../../access.ts'
import type { Deps } from '../../deps.ts'
import { loadAnalysis } from '../analyses/queries.ts'
import type { DownloadDeps } from '../files/download-signing.ts'
import { presentRun } from './present-run.ts'
import { productsOf, selectRuns } from './queries.ts'

/** Of those that wait for the same engine, how many come before it. Fairness between customers may let it pass some of them. */
const ahead = sql<number | null>`case when work.state = 'QUEUED' then (
  select count(*)::int from runs other join work theirs on theirs.id = other.id
  where other.engine = runs.engine and theirs.state = 'QUEUED' and
    (other.priority = 'high', work.requested_at, work.id) > (runs.priority = 'high', theirs.requested_at, theirs.id)) end`

/** The newest runs of a request, newest first. */
export async function listRuns(
  deps: Pick<Deps, 'db' | 'storage' | 'queue' | 'now'> & DownloadDeps,
  { analysisRequestId }: { analysisRequestId: string },
): Promise<RunItem[]> {
  const { id } = await loadAnalysis(deps.db, SEES_ALL, analysisRequestId)
  const runs = await selectRuns(deps.db)
    .leftJoin('users', 'users.id', 'runs.startedBy')
    .leftJoin('files', 'files.id', 'runs.fileId')
    .select(['users.fullName as startedByName', 'files.fileName as archiveName', ahead.as('ahead')])
    .where('runs.analysisId', '=', id)
    .orderBy('work.requestedAt', 'desc')
    .orderBy('runs.id', 'desc')
    .limit(LISTED_RUNS_MAX)
    .execute()
  const products = Map.groupBy(await productsOf(deps.db, runs), ({ runId }) => runId)
  return Promise.all(runs.map((run) => presentRun(deps, run, products.get(run.id) ?? [])))
}
