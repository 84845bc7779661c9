import type { Kysely } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { hasEnded } from '#domain/processing.ts'
import { SEES_ALL } from '../../access.ts'
import type { Run } from '../../adapters/db/runs-schema.ts'
import type { Schema, StoredFile } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { type AnalysisInProject, lockAnalysis } from '../analyses/queries.ts'
import { removeFile } from '../files/remove-file.ts'

export async function loadRun(db: Kysely<Schema>, id: string): Promise<Run> {
  const run = await db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirst()
  if (!run) throw new AppError('not-found', 'This run does not exist')
  return run
}

/** Locks the request first, as all that changes its files does, then the run. */
export async function lockRun(trx: Kysely<Schema>, id: string): Promise<{ run: Run; analysis: AnalysisInProject }> {
  const { analysisId } = await loadRun(trx, id)
  const analysis = await lockAnalysis(trx, SEES_ALL, analysisId)
  const run = await trx.selectFrom('runs').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  return { run, analysis }
}

/** The run, locked, where this holder still works on it; undefined where it was cancelled, or another one has taken it up. */
export async function lockHeldRun(trx: Kysely<Schema>, { id, holder }: Held): Promise<Run | undefined> {
  const { run } = await lockRun(trx, id)
  return run.holder === holder && !hasEnded(run.state) ? run : undefined
}

export type Held = { id: string; holder: string }

export const productsOf = (db: Kysely<Schema>, runIds: readonly string[]): Promise<StoredFile[]> =>
  runIds.length === 0
    ? Promise.resolve([])
    : db.selectFrom('files').selectAll().where('runId', 'in', runIds).orderBy('createdAt').orderBy('id').execute()

/** Removes what a run made, as far as it is not attached. */
export async function removeProducts(
  trx: Kysely<Schema>,
  deps: Pick<Deps, 'queue'>,
  of: { runId: string; fileName?: string },
): Promise<void> {
  const products = trx.selectFrom('files').select(['id', 'storageKey']).where('runId', '=', of.runId)
  const unattached = products.where('kind', '=', 'PRODUCT')
  const named = of.fileName === undefined ? unattached : unattached.where('fileName', '=', of.fileName)
  for (const file of await named.execute()) await removeFile(trx, deps, file)
}
