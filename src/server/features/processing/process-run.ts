import { randomUUID } from 'node:crypto'
import { isReportCategory } from '#domain/analyses.ts'
import { RUN_TRIES_MAX, type RunQuality } from '#domain/processing.ts'
import { RunFailed } from '../../adapters/engines/engine.ts'
import type { Attempt } from '../../adapters/queue/queue.ts'
import type { Deps } from '../../deps.ts'
import { removeObjectJob } from '../files/remove-object.ts'
import { photosOf } from './archive-photos.ts'
import { complete, discard, fail, type HeldRun, letGo, stoppedTooOften } from './end-run.ts'
import { keepProduct } from './keep-product.ts'
import { knownLensesOf } from './known-lenses.ts'
import { heldRun, heldWork, lockRun } from './queries.ts'
import { type RunRecorder, recordRun } from './run-recorder.ts'

const VERSION_LENGTH_MAX = 200

type ProcessDeps = Pick<Deps, 'db' | 'storage' | 'compute' | 'queue' | 'engines' | 'now' | 'log'>

/**
 * Works on a run until it ends. A stop of the program puts it back, and the same attempt goes on; after a crash too. An error counts as a
 * try: half of them go on with the attempt, then another begins.
 */
export async function processRun(
  deps: ProcessDeps,
  { runId }: { runId: string },
  { signal = new AbortController().signal }: Partial<Attempt> = {},
): Promise<void> {
  const run = await takeUp(deps, runId)
  if (!run) return
  if (run.tries > RUN_TRIES_MAX) return fail(deps, run, stoppedTooOften(run, null))
  const recorder = await recordRun(deps, run)
  let outcome: { quality: RunQuality } | { error: unknown }
  try {
    outcome = { quality: await work(deps, run, { recorder, signal: AbortSignal.any([signal, recorder.lost]) }) }
  } catch (error) {
    outcome = { error }
  }
  await recorder.stop()
  if ('quality' in outcome) return complete(deps, run, outcome.quality)
  const { error } = outcome
  if (recorder.lost.aborted) return letGo(deps, run)
  // The stop of the program is no try.
  if (signal.aborted)
    await heldWork(deps.db, run)
      .set({ tries: run.tries - 1 })
      .execute()
  else if (error instanceof RunFailed) return fail(deps, run, error)
  else {
    deps.log.warn({ err: error, runId, tries: run.tries }, 'run stopped')
    if (run.tries >= RUN_TRIES_MAX) return fail(deps, run, stoppedTooOften(run, error))
    await tryAgain(deps, run)
  }
  throw error
}

/** Holds a run from now on, and cleans up after what held it before. Undefined where there is nothing to do. */
const takeUp = ({ db, queue, now }: ProcessDeps, runId: string): Promise<HeldRun | undefined> =>
  db.transaction().execute(async (trx) => {
    const { run } = await lockRun(trx, runId)
    if (run.state !== 'RUNNING') return undefined
    if (run.writing !== null) await queue.enqueue(trx, removeObjectJob, { key: run.writing })
    const held = { holder: randomUUID(), tries: run.tries + 1, startedAt: run.startedAt ?? now(), reason: null }
    await trx.updateTable('work').set(held).where('id', '=', runId).execute()
    await trx.updateTable('runs').set({ writing: null }).where('id', '=', runId).execute()
    return { ...run, ...held, writing: null }
  })

type Work = { recorder: RunRecorder; signal: AbortSignal }

async function work(deps: ProcessDeps, run: HeldRun, { recorder, signal }: Work): Promise<RunQuality> {
  const { report, log, lose } = recorder
  const engine = deps.engines[run.engine]
  if (!engine)
    throw new RunFailed('This engine is not set up any more.', { advice: 'Use another engine, or set it up again.' })
  const source = await deps.db
    .selectFrom('files')
    .innerJoin('analyses', 'analyses.id', 'files.analysisId')
    .select(['storageKey', 'bytes', 'inspection', 'reportCategories', 'analyses.accountId'])
    .where('files.id', '=', run.fileId ?? '')
    .executeTakeFirst()
  if (!source)
    throw new RunFailed('The archive is not there any more.', { advice: 'Start a run with the newest archive.' })
  report('waiting', 0)
  const { photos, files } = await photosOf(deps, source, { log, signal })
  return engine.run({
    runId: run.id,
    attempt: run.attempt,
    photos,
    files,
    lenses: await knownLensesOf(deps.db, source.accountId),
    outputs: source.reportCategories.filter(isReportCategory),
    options: run.options,
    remembered: run.remembered,
    remember: async (remembered) => {
      run.remembered = remembered
      // Sooner than once a second: a node that was told to cancel its task leads to another one.
      const noted = await heldRun(deps.db, run).set({ remembered }).executeTakeFirst()
      if (noted.numUpdatedRows === 0n) lose()
    },
    noteVersion: async (engineVersion) => {
      await heldRun(deps.db, run)
        .set({ engineVersion: engineVersion.slice(0, VERSION_LENGTH_MAX) })
        .execute()
    },
    report,
    log,
    keep: (product) => keepProduct(deps, { run, log, signal }, product),
    signal,
  })
}

async function tryAgain(deps: ProcessDeps, run: HeldRun): Promise<void> {
  await heldWork(deps.db, run)
    .set({ reason: 'Something unexpected stopped it. It is tried again by itself.' })
    .execute()
  if (run.tries !== RUN_TRIES_MAX / 2) return
  await heldRun(deps.db, run)
    .set({ attempt: run.attempt + 1, remembered: null })
    .execute()
  await discard(deps.db, deps, run)
}
