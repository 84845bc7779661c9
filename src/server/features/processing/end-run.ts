import type { Updateable } from 'kysely'
import { RUN_TRIES_MAX, type RunQuality } from '#domain/processing.ts'
import { megapixelsOf } from '#domain/run-estimates.ts'
import type { RunsTable } from '../../adapters/db/runs-schema.ts'
import type { Database } from '../../adapters/db/schema.ts'
import { RunFailed } from '../../adapters/engines/engine.ts'
import { endWork } from '../../adapters/queue/work.ts'
import type { Deps } from '../../deps.ts'
import { removeObjectJob } from '../files/remove-object.ts'
import { announceEvent } from '../webhooks/announce-event.ts'
import { lockHeldRun, productsOf, type Run } from './queries.ts'
import { discardRunJob, startRunsJob } from './run-jobs.ts'

type EndDeps = Pick<Deps, 'db' | 'queue' | 'now'>
export type HeldRun = Run & { holder: string }

type Outcome = Pick<Updateable<RunsTable>, 'quality' | 'megapixels' | 'advice' | 'evidence' | 'suggestedOptions'>
type Ended = { work: { state: 'DONE' } | { state: 'FAILED'; reason: string }; outcome: Outcome }

/** A run that was cancelled meanwhile stays cancelled. In any case its engine lets go of it, and has room for the next one. */
async function end(deps: EndDeps, run: HeldRun, { work, outcome }: Ended): Promise<void> {
  const { db, queue, now } = deps
  const isHeld = await db.transaction().execute(async (trx) => {
    const held = await lockHeldRun(trx, run)
    if (!held) return false
    await endWork(trx, run.id, { ...work, endedAt: now() })
    await trx
      .updateTable('runs')
      .set({ ...outcome, writing: null })
      .where('id', '=', run.id)
      .execute()
    if (held.writing !== null) await queue.enqueue(trx, removeObjectJob, { key: held.writing })
    await discard(trx, deps, run)
    await queue.enqueue(trx, startRunsJob, {})
    await announceRun(trx, deps, { run, state: work.state })
    return true
  })
  if (!isHeld) await letGo(deps, run)
}

async function announceRun(
  trx: Database,
  deps: EndDeps,
  { run: { id, analysisId }, state }: { run: HeldRun; state: 'DONE' | 'FAILED' },
): Promise<void> {
  const { accountId } = await trx
    .selectFrom('analyses')
    .select('accountId')
    .where('id', '=', analysisId)
    .executeTakeFirstOrThrow()
  const facts = { runId: id, requestId: analysisId, state }
  await announceEvent(trx, deps, { accountId, event: 'run.ended', subject: id, facts })
}

export const discard = (
  db: Database,
  { queue }: Pick<Deps, 'queue'>,
  { id: runId, attempt, remembered }: Pick<Run, 'id' | 'attempt' | 'remembered'>,
): Promise<void> => queue.enqueue(db, discardRunJob, { runId, attempt, remembered })

export async function complete(deps: EndDeps, run: HeldRun, quality: RunQuality): Promise<void> {
  if ((await productsOf(deps.db, [run])).length === 0) return fail(deps, run, madeNothing())
  // Known by now also where the run was started before the photos had been looked at.
  const looked = deps.db
    .selectFrom('flights')
    .select('flight')
    .where('fileId', '=', run.fileId ?? '')
  const { flight } = (await looked.executeTakeFirst()) ?? {}
  const megapixels = flight ? megapixelsOf(flight) : null
  await end(deps, run, { work: { state: 'DONE' }, outcome: { quality: JSON.stringify(quality), megapixels } })
}

const madeNothing = (): RunFailed =>
  new RunFailed('The engine made nothing that can be kept.', {
    advice: 'The log says what was left out, and why. Change the options, or use another engine.',
  })

const EVIDENCE = { countMax: 20, lengthMax: 500 }

export const fail = (deps: EndDeps, run: HeldRun, { message, advice, evidence, suggestedOptions }: RunFailed) =>
  end(deps, run, {
    work: { state: 'FAILED', reason: message },
    outcome: {
      advice,
      evidence: JSON.stringify(evidence.slice(0, EVIDENCE.countMax).map((line) => line.slice(0, EVIDENCE.lengthMax))),
      suggestedOptions: suggestedOptions && JSON.stringify(suggestedOptions),
    },
  })

/** The log of the program has the cause under the id of the run. */
export function stoppedTooOften({ id, tries }: Run, cause: unknown): RunFailed {
  const error = new RunFailed(`Something unexpected stopped it ${Math.min(tries, RUN_TRIES_MAX)} times.`, {
    advice: `Run it again later. If it stops again, the log of the program has the cause under ${id}.`,
  })
  error.cause = cause
  return error
}

/** Where it was cancelled: what the engine does may have begun, and been remembered, after that. */
export async function letGo(deps: EndDeps, run: HeldRun): Promise<void> {
  const { db, queue } = deps
  const now = await db.selectFrom('work').select('state').where('id', '=', run.id).executeTakeFirst()
  if (now?.state !== 'CANCELLED') return
  await discard(db, deps, run)
  await queue.enqueue(db, startRunsJob, {})
}
