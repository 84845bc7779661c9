import { sql } from 'kysely'
import { z } from 'zod'
import type { DeletionKind } from '#domain/deletions.ts'
import { SYSTEM } from '../../actor.ts'
import type { Database } from '../../adapters/db/schema.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import { audit } from '../../audit.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { BATCH_ROWS, cursorAfter, inBatches } from '../../lists/in-batches.ts'
import type { Subject } from './find-subject.ts'
import { writePurgedList } from './purged-list.ts'
import type { StoredDeletion } from './queries.ts'
import { REMOVERS, type Removed } from './removers.ts'

type Purging = Pick<Deps, 'db' | 'now' | 'queue' | 'log'> & WithConfig<'dataDir'>

export const purgeDeletedJob = defineJob({ name: 'purge-deleted', payload: z.object({}), schedule: '41 2 * * *' })

/**
 * Removes for good what was deleted and whose time is up: rows, bytes, and all that was made of them. Each file, request and trial
 * goes in one transaction, with a receipt in the activity log, and a project or an account once nothing of it is left. So a run
 * that is killed is taken up by the next one. What is still worked on, or must be kept, stays until then.
 */
export async function purgeDeleted(deps: Purging): Promise<void> {
  const failures: unknown[] = []
  await inBatches({ kind: '', id: '' }, async (last) => {
    const due = await dueOf(deps.db, deps.now())
      .select(['kind', 'subjectId as id'])
      .where(sql<boolean>`(kind, subject_id) > (${last.kind}, ${last.id})`)
      .orderBy('kind')
      .orderBy('subjectId')
      .limit(BATCH_ROWS)
      .execute()
    for (const subject of due)
      await purge(deps, subject, subject).catch((error: unknown) => {
        failures.push(error)
        deps.log.error({ err: error, ...subject }, 'could not be removed for good')
      })
    return cursorAfter(due)
  })
  await writePurgedList(deps)
  if (failures.length > 0) throw new AggregateError(failures, 'Not all that is deleted could be removed')
}

/** `part` is what is removed now, `asked` is what was deleted: the same, or the project or account of it. False while it must stay. */
async function purge(deps: Purging, asked: Subject, part: Subject): Promise<boolean> {
  for (const kind of KINDS_WITHIN[part.kind]) {
    let ids = await idsWithin(deps.db, part, kind)
    while (ids.length > 0) {
      for (const id of ids) if (!(await purge(deps, asked, { kind, id }))) return false
      ids = await idsWithin(deps.db, part, kind)
    }
  }
  return deps.db.transaction().execute(async (trx) => {
    const deletion = await lockDue(trx, asked, deps.now())
    if (!deletion) return false
    const removed = await REMOVERS[part.kind](trx, deps, part.id)
    if (removed === 'in use') return false
    if (removed) await record(trx, { at: deps.now(), part, deletion, removed })
    await trx.deleteFrom('deletions').where('kind', '=', part.kind).where('subjectId', '=', part.id).execute()
    return true
  })
}

/** What is due, of owners whom nothing keeps it for. */
const dueOf = (db: Database, at: Date) =>
  db
    .selectFrom('deletions')
    .innerJoin('users', 'users.id', 'deletions.ownerId')
    .where('purgeOn', '<=', at)
    .where('heldBecause', 'is', null)

/** Its owner's row is locked, so that a legal hold comes before this or after it. Once due, nothing is taken back. */
const lockDue = (trx: Database, { kind, id }: Subject, at: Date): Promise<StoredDeletion | undefined> =>
  dueOf(trx, at)
    .selectAll('deletions')
    .where('kind', '=', kind)
    .where('subjectId', '=', id)
    .forShare('users')
    .executeTakeFirst()

const KINDS_WITHIN = {
  account: ['project', 'trial'],
  project: ['request', 'trial', 'file'],
  request: [],
  archive: [],
  trial: [],
  file: [],
} as const satisfies Record<DeletionKind, readonly DeletionKind[]>

/** Some of that kind which are still there. */
async function idsWithin(db: Database, of: Subject, kind: 'project' | 'request' | 'trial' | 'file') {
  const rows = {
    project: sql`select id from projects where account_id = ${of.id}`,
    request: sql`select id from analyses where project_id = ${of.id}`,
    trial:
      of.kind === 'project'
        ? sql`select id from trials where project_id = ${of.id}`
        : sql`select id from trials where account_id = ${of.id}`,
    file: sql`select id from files where kind = 'OWN' and project_id = ${of.id}`,
  }
  const found = await sql<{ id: string }>`${rows[kind]} limit ${BATCH_ROWS}`.execute(db)
  return found.rows.map(({ id }) => id)
}

type Removal = { at: Date; part: Subject; deletion: StoredDeletion; removed: Removed }

/** The receipt: what, when, who asked, and the hashes. A restore of an older backup reads it. */
const record = (trx: Database, { at, part, deletion, removed }: Removal): Promise<void> => {
  const { subject, ...what } = removed
  const asked = { askedBy: deletion.askedBy, askedAt: deletion.askedAt.toISOString() }
  return audit(trx, SYSTEM, { at, action: 'deletion.purged', subject, before: { ...part, ...what, ...asked } })
}
