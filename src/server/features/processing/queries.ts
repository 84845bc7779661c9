import type { Selectable } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { RunStage } from '#domain/processing.ts'
import { SEES_ALL } from '../../access.ts'
import type { RunsTable } from '../../adapters/db/runs-schema.ts'
import type { Database, StoredFile, Work } from '../../adapters/db/schema.ts'
import { isUnended } from '../../adapters/queue/work.ts'
import type { Deps } from '../../deps.ts'
import { type AnalysisInProject, lockAnalysis } from '../analyses/queries.ts'
import { removeFile } from '../files/remove-file.ts'

export type Run = Selectable<RunsTable> & Omit<Work, 'jobId' | 'kind' | 'subject' | 'stage'> & { stage: RunStage }

export const selectRuns = (db: Database) =>
  db
    .selectFrom('runs')
    .innerJoin('work', 'work.id', 'runs.id')
    .selectAll('runs')
    .select(['work.state', 'work.fraction', 'work.tries', 'work.holder', 'work.reason'])
    .select(['work.requestedAt', 'work.startedAt', 'work.endedAt'])
    .select((select) => select.ref('work.stage').$castTo<RunStage>().as('stage'))

export async function loadRun(db: Database, id: string): Promise<Run> {
  const run = selectRuns(db).where('runs.id', '=', id)
  return run.executeTakeFirstOrThrow(() => new AppError('not-found', 'This run does not exist'))
}

/** Locks the request first, as all that changes its files does, then the run. */
export async function lockRun(trx: Database, id: string): Promise<{ run: Run; analysis: AnalysisInProject }> {
  const { analysisId } = await loadRun(trx, id)
  const analysis = await lockAnalysis(trx, SEES_ALL, analysisId)
  const run = await selectRuns(trx).where('runs.id', '=', id).forUpdate().executeTakeFirstOrThrow()
  return { run, analysis }
}

/** The run, locked, where this holder still works on it; undefined where it was cancelled, or another one has taken it up. */
export async function lockHeldRun(trx: Database, { id, holder }: Held): Promise<Run | undefined> {
  const { run } = await lockRun(trx, id)
  return run.holder === holder && isUnended(run) ? run : undefined
}

export type Held = { id: string; holder: string }

/** Changes nothing of a run that is not held any more. */
export const heldWork = (db: Database, { id, holder }: Held) =>
  db.updateTable('work').where('id', '=', id).where('holder', '=', holder).where('state', '=', 'RUNNING')

export const heldRun = (db: Database, held: Held) => {
  const isHeld = db
    .selectFrom('work')
    .select('work.id')
    .where('work.holder', '=', held.holder)
    .where('work.state', '=', 'RUNNING')
  return db.updateTable('runs').where('id', '=', held.id).where('id', 'in', isHeld)
}

export async function productsOf(db: Database, runs: readonly Pick<Run, 'id'>[]): Promise<StoredFile[]> {
  if (runs.length === 0) return []
  const ids = runs.map(({ id }) => id)
  return db.selectFrom('files').selectAll().where('runId', 'in', ids).orderBy('createdAt').orderBy('id').execute()
}

/** Removes what a run made, as far as it is not attached. */
export async function removeProducts(
  trx: Database,
  deps: Pick<Deps, 'queue'>,
  of: { runId: string; fileName?: string },
): Promise<void> {
  const products = trx.selectFrom('files').select(['id', 'storageKey']).where('runId', '=', of.runId)
  const unattached = products.where('kind', '=', 'PRODUCT')
  const named = of.fileName === undefined ? unattached : unattached.where('fileName', '=', of.fileName)
  for (const file of await named.execute()) await removeFile(trx, deps, file)
}
