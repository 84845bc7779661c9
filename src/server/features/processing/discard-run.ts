import type { Deps } from '../../deps.ts'

/** Lets an engine end and forget an attempt that is over. */
export async function discardRun(
  { engines, db }: Pick<Deps, 'engines' | 'db'>,
  { runId, attempt, remembered }: { runId: string; attempt: number; remembered: string | null },
): Promise<void> {
  const run = await db.selectFrom('runs').select('engine').where('id', '=', runId).executeTakeFirst()
  if (run) await engines[run.engine]?.discard({ runId, attempt, remembered })
}
