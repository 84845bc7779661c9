import { AppError } from '#domain/errors.ts'
import { days } from '#domain/units.ts'
import { SEES_ALL } from '../../access.ts'
import { SYSTEM } from '../../actor.ts'
import type { Database } from '../../adapters/db/schema.ts'
import { audit } from '../../audit.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { lockAnalysis } from '../analyses/queries.ts'
import { newestArchive } from '../flights/queries.ts'
import { queueRun } from './start-run.ts'

/** Newer versions of what looks at photos look at old archives, too. */
const ARRIVED_WITHIN_MS = days(7)

type StartDeps = Pick<Deps, 'db' | 'queue' | 'now' | 'engines' | 'log'> & WithConfig<'virusScan'>

/** Previews a flight that was looked at, where its project says so and nothing about its photos is in doubt; once for each archive. */
export async function startByItself(deps: StartDeps, { fileId }: { fileId: string }): Promise<void> {
  try {
    await deps.db.transaction().execute((trx) => start(trx, deps, fileId))
  } catch (error) {
    // A reason for people not to start it, either.
    if (!(error instanceof AppError && error.code === 'conflict')) throw error
    deps.log.info({ reason: error.message, fileId }, 'no preview by itself')
  }
}

async function start(trx: Database, deps: StartDeps, fileId: string): Promise<void> {
  const at = deps.now()
  const wanted = await trx
    .selectFrom('flights')
    .innerJoin('files', 'files.id', 'flights.fileId')
    .innerJoin('analyses', 'analyses.id', 'files.analysisId')
    .innerJoin('projects', 'projects.id', 'analyses.projectId')
    .select('files.analysisId')
    .where('flights.fileId', '=', fileId)
    .where('flights.flight', 'is not', null)
    .where('flights.worst', 'is', null)
    .where('files.createdAt', '>', new Date(at.getTime() - ARRIVED_WITHIN_MS))
    .where('analyses.status', 'in', ['PENDING', 'UNDER_REVIEW'])
    .where('projects.startsPreview', '=', true)
    .executeTakeFirst()
  if (!wanted?.analysisId) return
  const { analysisId } = wanted
  await lockAnalysis(trx, SEES_ALL, analysisId)
  const newest = await newestArchive(trx, analysisId).select('files.id').executeTakeFirst()
  const before = await trx.selectFrom('runs').select('id').where('fileId', '=', fileId).limit(1).executeTakeFirst()
  if (newest?.id !== fileId || before) return
  await queueRun(trx, deps, { analysisId, engine: 'preview', options: {}, startedBy: null })
  await audit(trx, SYSTEM, {
    at,
    action: 'processing.started',
    subject: `analysis:${analysisId}`,
    after: { engine: 'preview' },
  })
}
