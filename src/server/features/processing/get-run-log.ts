import type { RunLog } from '#contract/processing.ts'
import { RUN_LOG } from '#domain/processing.ts'
import type { Deps } from '../../deps.ts'
import { loadRun } from './queries.ts'

/** The lines of the log of a run, from a number on. */
export async function getRunLog(
  { db }: Pick<Deps, 'db'>,
  { runId, from }: { runId: string; from: number },
): Promise<RunLog> {
  await loadRun(db, runId)
  const lines = await db
    .selectFrom('runLines')
    .select(['number', 'at', 'line'])
    .where('runId', '=', runId)
    .where('number', '>=', from)
    .orderBy('number')
    .limit(RUN_LOG.linesPerCall)
    .execute()
  return {
    lines: lines.map(({ at, ...line }) => ({ ...line, at: at.toISOString() })),
    next: (lines.at(-1)?.number ?? from - 1) + 1,
  }
}
