import { sql } from 'kysely'
import { z } from 'zod'
import { RETENTION_NOTICE_DAYS, RETENTION_REMINDER_DAYS } from '#domain/deletions.ts'
import { days } from '#domain/units.ts'
import { SYSTEM } from '../../actor.ts'
import type { Database } from '../../adapters/db/schema.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import { auditAll } from '../../audit.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { BATCH_ROWS } from '../../lists/in-batches.ts'
import { membersOf } from '../accounts/queries.ts'
import { queueEmail } from '../emails/queue-email.ts'
import { type EndingArchive, retentionEmail } from './emails.ts'

type Keeping = Pick<Deps, 'db' | 'now' | 'queue'> & WithConfig<'publicUrl' | 'archivesKeptDays'>

export const retentionJob = defineJob({ name: 'end-retention', payload: z.object({}), schedule: '11 2 * * *' })

/**
 * Where raw images are kept for a limited time: tells customers 14 and 3 days before they are removed. What they take back then is
 * kept. A report that is published again, or taken back, starts the time again.
 */
export async function endRetention(deps: Keeping): Promise<void> {
  await forgetOutdated(deps)
  while (await announceToOne(deps));
  while (await remindOne(deps));
}

const keptDays = ({ config }: Keeping) => sql<number>`coalesce(archives_kept_days, ${config.archivesKeptDays}::int)`
const endsAt = (deps: Keeping) => sql<Date>`reports.updated_at + ${keptDays(deps)} * interval '1 day'`

/** Requests with their reports and customers, whose raw images are no longer kept in two weeks. */
const ending = (deps: Keeping) =>
  sql<boolean>`analyses.status = 'PROCESSED' and ${keptDays(deps)} > 0
    and ${endsAt(deps)} <= ${new Date(deps.now().getTime() + days(RETENTION_NOTICE_DAYS))}`

async function forgetOutdated(deps: Keeping): Promise<void> {
  const current = deps.db
    .selectFrom('analyses')
    .innerJoin('reports', 'reports.analysisId', 'analyses.id')
    .innerJoin('users', 'users.id', 'analyses.accountId')
    .select('analyses.id')
    .where(ending(deps))
  await deps.db
    .deleteFrom('deletions')
    .where('kind', '=', 'archive')
    .where('askedBy', 'is', null)
    .where('purgeOn', 'is not', null)
    .where('subjectId', 'not in', current)
    .execute()
}

/** Tells the owners of the account whose time is over first of all that is over, in one email. False when there is nobody left. */
const announceToOne = (deps: Keeping): Promise<boolean> =>
  deps.db.transaction().execute(async (trx) => {
    const at = deps.now()
    const due = trx
      .selectFrom('analyses')
      .innerJoin('reports', 'reports.analysisId', 'analyses.id')
      .innerJoin('users', 'users.id', 'analyses.accountId')
      .innerJoin('projects', 'projects.id', 'analyses.projectId')
      .select(['analyses.id', 'analyses.accountId', 'projects.name as project', endsAt(deps).as('endsAt')])
      .where(ending(deps))
      .where(sql<boolean>`exists (select from files where analysis_id = analyses.id and kind = 'ARCHIVE')`)
      .where(
        sql<boolean>`not exists (select from deletions where (kind, subject_id) in (('archive', analyses.id), ('request', analyses.id)))`,
      )
      .orderBy('reports.updatedAt')
      .limit(BATCH_ROWS)
    const [first] = await due.execute()
    if (!first) return false
    const person = await lockOwner(trx, first.accountId)
    const rows = await due.where('analyses.accountId', '=', person.id).execute()
    if (rows.length === 0) return true
    const earliest = new Date(at.getTime() + days(RETENTION_NOTICE_DAYS))
    const archives = rows.map((row) => ({ ...row, purgeOn: row.endsAt > earliest ? row.endsAt : earliest }))
    const of = { kind: 'archive' as const, ownerId: person.id, askedBy: null, askedAt: at }
    await trx
      .insertInto('deletions')
      .values(archives.map(({ id: subjectId, purgeOn }) => ({ ...of, subjectId, purgeOn })))
      .onConflict((conflict) => conflict.columns(['kind', 'subjectId']).doNothing())
      .execute()
    const action = 'deletion.announced'
    await auditAll(
      trx,
      SYSTEM,
      archives.map(({ id, purgeOn }) => ({ at, action, subject: `analysis:${id}`, after: { purgeOn } })),
    )
    await tellOwners(trx, deps, { accountId: person.id, archives })
    return true
  })

/** The second email about what was announced, to one customer. False when there is nobody left. */
const remindOne = (deps: Keeping): Promise<boolean> =>
  deps.db.transaction().execute(async (trx) => {
    const earliest = new Date(deps.now().getTime() + days(RETENTION_REMINDER_DAYS))
    const due = trx
      .selectFrom('deletions')
      .innerJoin('analyses', 'analyses.id', 'deletions.subjectId')
      .innerJoin('projects', 'projects.id', 'analyses.projectId')
      .select(['analyses.id', 'deletions.ownerId', 'deletions.purgeOn', 'projects.name as project'])
      .where('deletions.kind', '=', 'archive')
      .where('deletions.askedBy', 'is', null)
      .where('deletions.reminded', '=', false)
      .where('deletions.purgeOn', '<=', earliest)
      .orderBy('deletions.purgeOn')
      .limit(BATCH_ROWS)
    const [first] = await due.execute()
    if (!first) return false
    const person = await lockOwner(trx, first.ownerId)
    const rows = await due.where('deletions.ownerId', '=', person.id).forUpdate('deletions').execute()
    const archives = rows.map((row): EndingArchive => ({ ...row, purgeOn: earliest }))
    if (archives.length === 0) return true
    // After an outage, three days are left as well.
    await trx
      .updateTable('deletions')
      .set({ reminded: true, purgeOn: earliest })
      .where('kind', '=', 'archive')
      .where(
        'subjectId',
        'in',
        archives.map(({ id }) => id),
      )
      .execute()
    await tellOwners(trx, deps, { accountId: person.id, archives })
    return true
  })

async function tellOwners(
  trx: Database,
  deps: Keeping,
  { accountId, archives }: { accountId: string; archives: readonly EndingArchive[] },
): Promise<void> {
  const owners = (await membersOf(trx, accountId)).filter(({ role }) => role === 'owner')
  for (const owner of owners) await queueEmail(trx, deps, { to: owner.email, ...retentionEmail(owner, archives) })
}

const lockOwner = (trx: Database, id: string) =>
  trx.selectFrom('users').select('id').where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
