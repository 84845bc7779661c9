import { randomUUID } from 'node:crypto'
import { isReportCategory } from '#domain/analyses.ts'
import { RUN_TRIES_MAX, type RunQuality } from '#domain/processing.ts'
import type { Run } from '../../adapters/db/runs-schema.ts'
import { RunFailed } from '../../adapters/engines/engine.ts'
import type { Attempt } from '../../adapters/queue/queue.ts'
import type { Deps } from '../../deps.ts'
import { removeObjectJob } from '../files/remove-flight-files.ts'
import { photosOf } from './archive-photos.ts'
import { keepProduct } from './keep-product.ts'
import { lockHeldRun, lockRun } from './queries.ts'
import { discardRunJob, startRunsJob } from './run-jobs.ts'
import { type RunRecorder, recordRun } from './run-recorder.ts'

type ProcessDeps = Pick<Deps, 'db' | 'storage' | 'compute' | 'queue' | 'engines' | 'now' | 'log'>
type HeldRun = Run & { holder: string }

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
  if (recorder.lost.aborted) return letGo(deps, runId)
  if (signal.aborted) {
    await putBack(deps, run)
    throw error
  }
  if (error instanceof RunFailed) return fail(deps, run, error)
  deps.log.warn({ err: error, runId, tries: run.tries }, 'run stopped')
  if (run.tries >= RUN_TRIES_MAX) return fail(deps, run, stoppedTooOften(run, error))
  await tryAgain(deps, run)
  throw error
}

/** Holds a run from now on, and cleans up after what held it before. Undefined where there is nothing to do. */
const takeUp = ({ db, queue, now }: ProcessDeps, runId: string): Promise<HeldRun | undefined> =>
  db.transaction().execute(async (trx) => {
    const { run } = await lockRun(trx, runId)
    if (run.state !== 'RUNNING') return undefined
    if (run.writing !== null) await queue.enqueue(trx, removeObjectJob, { key: run.writing })
    const held = {
      holder: randomUUID(),
      tries: run.tries + 1,
      startedAt: run.startedAt ?? now(),
      writing: null,
      reason: null,
    }
    await trx.updateTable('runs').set(held).where('id', '=', runId).execute()
    return { ...run, ...held }
  })

type Work = { recorder: RunRecorder; signal: AbortSignal }

async function work(deps: ProcessDeps, run: HeldRun, { recorder, signal }: Work): Promise<RunQuality> {
  const { report, log } = recorder
  const engine = deps.engines[run.engine]
  if (!engine)
    throw new RunFailed('This engine is not set up any more.', { advice: 'Use another engine, or set it up again.' })
  const source = await deps.db
    .selectFrom('files')
    .innerJoin('analyses', 'analyses.id', 'files.analysisId')
    .select(['storageKey', 'bytes', 'reportCategories'])
    .where('files.id', '=', run.fileId)
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
    outputs: source.reportCategories.filter(isReportCategory),
    options: run.options,
    remembered: run.remembered,
    remember: (remembered) => changeHeld(deps, run, { remembered }),
    report,
    log,
    keep: (product) => keepProduct(deps, { run, log, signal }, product),
    signal,
  })
}

/** What isn't held any more stays as it is. */
async function changeHeld(
  { db }: Pick<Deps, 'db'>,
  { id, holder }: HeldRun,
  change: { remembered?: string | null; attempt?: number; tries?: number; reason?: string | null },
): Promise<void> {
  await db
    .updateTable('runs')
    .set(change)
    .where('id', '=', id)
    .where('holder', '=', holder)
    .where('state', '=', 'RUNNING')
    .execute()
}

type Ended = {
  state: 'DONE' | 'FAILED'
  fraction?: number
  quality?: string
  reason?: string
  advice?: string
  evidence?: string
  suggestedOptions?: string | null
}

/** A run that was cancelled meanwhile stays cancelled. The engine has room for the next one. */
async function end({ db, queue, now }: ProcessDeps, run: HeldRun, ended: Ended): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const held = await lockHeldRun(trx, run)
    if (!held) return
    await trx
      .updateTable('runs')
      .set({ ...ended, holder: null, writing: null, endedAt: now() })
      .where('id', '=', run.id)
      .execute()
    if (held.writing !== null) await queue.enqueue(trx, removeObjectJob, { key: held.writing })
    await queue.enqueue(trx, startRunsJob, {})
  })
}

const complete = (deps: ProcessDeps, run: HeldRun, quality: RunQuality): Promise<void> =>
  end(deps, run, { state: 'DONE', fraction: 1, quality: JSON.stringify(quality) })

const EVIDENCE = { countMax: 20, lengthMax: 500 }

const fail = (deps: ProcessDeps, run: HeldRun, { message, advice, evidence, suggestedOptions }: RunFailed) =>
  end(deps, run, {
    state: 'FAILED',
    reason: message,
    advice,
    evidence: JSON.stringify(evidence.slice(0, EVIDENCE.countMax).map((line) => line.slice(0, EVIDENCE.lengthMax))),
    suggestedOptions: suggestedOptions && JSON.stringify(suggestedOptions),
  })

/** The log of the program has the cause under the id of the run. */
function stoppedTooOften({ id, tries }: Run, cause: unknown): RunFailed {
  const error = new RunFailed(`Something unexpected stopped it ${Math.min(tries, RUN_TRIES_MAX)} times.`, {
    advice: `Run it again later. If it stops again, the log of the program has the cause under ${id}.`,
  })
  error.cause = cause
  return error
}

/** Cancelled: what the engine still does for it is ended once more, as it may have begun after the cancellation. */
async function letGo({ db, queue }: ProcessDeps, runId: string): Promise<void> {
  const run = await db.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirst()
  if (run?.state !== 'CANCELLED') return
  const { attempt, remembered } = run
  await queue.enqueue(db, discardRunJob, { runId, attempt, remembered })
  await queue.enqueue(db, startRunsJob, {})
}

/** The stop of the program is no try. */
const putBack = (deps: ProcessDeps, run: HeldRun): Promise<void> => changeHeld(deps, run, { tries: run.tries - 1 })

async function tryAgain(deps: ProcessDeps, run: HeldRun): Promise<void> {
  const reason = 'Something unexpected stopped it. It is tried again by itself.'
  const isNext = run.tries === RUN_TRIES_MAX / 2
  if (!isNext) return changeHeld(deps, run, { reason })
  const { attempt } = run
  const current = await deps.db.selectFrom('runs').select('remembered').where('id', '=', run.id).executeTakeFirst()
  await changeHeld(deps, run, { reason, attempt: attempt + 1, remembered: null })
  const remembered = current?.remembered ?? null
  await deps.queue.enqueue(deps.db, discardRunJob, { runId: run.id, attempt, remembered })
}
