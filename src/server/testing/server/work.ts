import { randomUUID } from 'node:crypto'
import type { Work } from '#server/adapters/db/schema.ts'
import type { Attempt } from '#server/adapters/queue/queue.ts'
import { followWork } from '#server/adapters/queue/work.ts'
import type { TestServer } from './test-server.ts'

type Server = Pick<TestServer, 'deps'>

/** Work whose job the queue doesn't have. */
export const insertWork = (
  { deps: { db } }: Server,
  work: Pick<Work, 'id' | 'kind' | 'state'> & { subject?: string },
): Promise<unknown> =>
  db
    .insertInto('work')
    .values({ subject: work.id, ...work, jobId: randomUUID(), requestedAt: new Date() })
    .execute()

export const setWork = ({ deps: { db } }: Server, id: string, state: Work['state']): Promise<unknown> =>
  db.updateTable('work').set({ state, endedAt: null }).where('id', '=', id).execute()

/** Runs work as a worker does that takes it up. */
export async function runWork(
  { deps: { db, log } }: Server,
  { id, signal = new AbortController().signal }: { id: string; signal?: AbortSignal },
  run: (attempt: Attempt) => Promise<void>,
): Promise<void> {
  const { jobId } = await db.selectFrom('work').select('jobId').where('id', '=', id).executeTakeFirstOrThrow()
  await followWork({ db, log, jobId: jobId ?? '', isLast: false, signal }, run)
}
