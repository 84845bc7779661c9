import { randomUUID } from 'node:crypto'
import type { BodyOf } from '#contract/api.ts'
import { AppError, errorAt } from '#domain/errors.ts'
import { presetsOf } from '#domain/presets.ts'
import {
  type EngineName,
  LIVE_RUN_STATES,
  type PresetName,
  QUEUED_RUNS_MAX,
  type RunOptions,
  type RunPriority,
} from '#domain/processing.ts'
import type { Actor } from '../../actor.ts'
import type { Database } from '../../adapters/db/schema.ts'
import { audit } from '../../audit.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { countAll } from '../../lists/bounded-count.ts'
import { requireStaff } from '../../still-allowed.ts'
import { lockAnalysis } from '../analyses/queries.ts'
import { newestArchive } from '../flights/queries.ts'
import { selectRuns } from './queries.ts'
import { RUN_JOBS, startRunsJob } from './run-jobs.ts'

export type StartDeps = Pick<Deps, 'db' | 'queue' | 'now' | 'engines'> & WithConfig<'virusScan'>

/** Has an engine make maps of the newest archive of a request. */
export async function startRun(
  deps: StartDeps,
  actor: Actor,
  { analysisRequestId, options = {}, ...order }: BodyOf<'startRun'>,
): Promise<{ runId: string }> {
  return deps.db.transaction().execute(async (trx) => {
    await requireStaff(trx, actor.userId)
    const { id: analysisId } = await lockAnalysis(trx, actor, analysisRequestId)
    const runId = await queueRun(trx, deps, {
      ...order,
      analysisId,
      options: await optionsOf(trx, { ...order, analysisId }, options),
      startedBy: actor.userId,
    })
    await audit(trx, actor, {
      at: deps.now(),
      action: 'processing.started',
      subject: `analysis:${analysisId}`,
      after: { engine: order.engine },
    })
    return { runId }
  })
}

/** @throws AppError 'invalid' for a preset that the engine doesn't have */
export async function optionsOf(
  db: Database,
  { analysisId, engine, preset }: { analysisId: string; engine: EngineName; preset?: PresetName | null | undefined },
  own: RunOptions,
): Promise<RunOptions> {
  if (!preset) return own
  const newest = await newestArchive(db, analysisId).select('flights.flight').executeTakeFirst()
  const offered = presetsOf(engine, { gsdCm: newest?.flight?.gsdCm ?? null })
  const chosen = offered.find(({ name }) => name === preset)
  if (chosen) return { ...chosen.options, ...own }
  throw errorAt('preset', 'This engine does not have this preset')
}

type Order = {
  analysisId: string
  engine: EngineName
  preset?: PresetName | null | undefined
  options: RunOptions
  priority?: RunPriority | undefined
  startedBy: string | null
  restartedFrom?: string
}

/** Adds a run that waits for its engine. The request is locked. @throws AppError 'conflict' */
export async function queueRun(
  trx: Database,
  deps: Pick<Deps, 'queue' | 'now' | 'engines'> & WithConfig<'virusScan'>,
  { options, priority = 'normal', preset = null, restartedFrom, ...order }: Order,
): Promise<string> {
  if (!deps.engines[order.engine])
    throw new AppError('conflict', 'This engine is not set up. The operating guide says how to set it up.')
  const archive = await requireArchive(trx, deps, order.analysisId)
  await requireRoom(trx, { fileId: archive.id, engine: order.engine })
  const id = randomUUID()
  const kind = RUN_JOBS[order.engine].name
  await trx
    .insertInto('work')
    .values({ id, jobId: null, kind, subject: archive.id, stage: 'waiting', requestedAt: deps.now() })
    .execute()
  await trx
    .insertInto('runs')
    .values({
      ...order,
      id,
      preset,
      priority,
      fileId: archive.id,
      options: JSON.stringify(options),
      attempt: 1,
      evidence: '[]',
      restartedFrom: restartedFrom ?? null,
    })
    .execute()
  await deps.queue.enqueue(trx, startRunsJob, {})
  return id
}

async function requireArchive(trx: Database, { config }: WithConfig<'virusScan'>, analysisId: string) {
  const archive = await newestArchive(trx, analysisId)
    .select(['files.id', 'files.damagedAt', 'files.virusScan'])
    .executeTakeFirstOrThrow(() => new AppError('conflict', 'This request has no archive'))
  if (archive.damagedAt) throw new AppError('conflict', 'The archive is damaged in our storage. Restore it first.')
  if (archive.virusScan === 'infected')
    throw new AppError('conflict', 'The archive is blocked, because the virus scanner found a threat in it.')
  if (config.virusScan && archive.virusScan === null)
    throw new AppError('conflict', 'The archive is still being scanned for viruses. Try again in a few minutes.')
  return archive
}

/** The request is locked, so that of two starts at once the second one sees the first. */
async function requireRoom(trx: Database, of: { fileId: string; engine: EngineName }): Promise<void> {
  const same = await selectRuns(trx)
    .where('fileId', '=', of.fileId)
    .where('engine', '=', of.engine)
    .where('state', 'in', LIVE_RUN_STATES)
    .executeTakeFirst()
  if (same)
    throw new AppError('conflict', 'This engine is at work on this archive already. Wait for it, or cancel it first.')
  const queued = selectRuns(trx).where('state', '=', 'QUEUED')
  if ((await countAll(trx, queued)) >= QUEUED_RUNS_MAX)
    throw new AppError(
      'conflict',
      `${QUEUED_RUNS_MAX} runs are waiting already. Wait for some of them, or cancel them.`,
    )
}
