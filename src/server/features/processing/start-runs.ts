import { sql } from 'kysely'
import { ENGINE_NAMES, type EngineName } from '#domain/processing.ts'
import type { Database } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { stateOf } from './engine-state.ts'
import { RUN_JOBS } from './run-jobs.ts'

/** Takes up as many waiting runs as each engine has room for, and has those worked on that a crash left. */
export async function startRuns(deps: Pick<Deps, 'db' | 'engines' | 'queue' | 'log'>): Promise<void> {
  for (const name of ENGINE_NAMES) {
    const { capacity } = await stateOf(deps, name)
    await deps.db.transaction().execute(async (trx) => {
      // Two at once would both find the same room.
      await sql`select pg_advisory_xact_lock(hashtext('start-runs'))`.execute(trx)
      let running = await runningOn(trx, name)
      await deps.queue.enqueueAll(trx, RUN_JOBS[name], running)
      while (running.length < capacity) {
        const next = await takeUp(trx, name)
        if (!next) break
        await deps.queue.enqueue(trx, RUN_JOBS[name], next)
        running = [...running, next]
      }
    })
  }
}

async function runningOn(trx: Database, engine: EngineName): Promise<{ runId: string }[]> {
  return trx
    .selectFrom('runs')
    .innerJoin('work', 'work.id', 'runs.id')
    .select('runs.id as runId')
    .where('engine', '=', engine)
    .where('state', '=', 'RUNNING')
    .execute()
}

/** Of the waiting ones: first those of high priority, then those of the customer for whom the engine runs the fewest, then the oldest. */
async function takeUp(trx: Database, engine: EngineName): Promise<{ runId: string } | undefined> {
  const { rows } = await sql<{ runId: string }>`
    update work set state = 'RUNNING' where state = 'QUEUED' and id = (
      select runs.id from runs join work waiting on waiting.id = runs.id
        join analyses on analyses.id = runs.analysis_id
      where runs.engine = ${engine} and waiting.state = 'QUEUED'
      order by runs.priority = 'high' desc, (
        select count(*) from runs other join work running on running.id = other.id
          join analyses theirs on theirs.id = other.analysis_id
        where other.engine = ${engine} and running.state = 'RUNNING' and theirs.account_id = analyses.account_id
      ), waiting.requested_at, waiting.id
      limit 1
    ) returning id as run_id`.execute(trx)
  return rows[0]
}
