import { sql } from 'kysely'
import type { QueryOf, ReplyOf } from '#contract/api.ts'
import type { TrialRow } from '#contract/trials.ts'
import { EXAMPLE_ACCOUNT, isClosedTo, isSharedWith, isStaff, purgeOnOf, type Viewer } from '../../access.ts'
import type { Actor } from '../../actor.ts'
import type { Database } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { countUpTo } from '../../lists/bounded-count.ts'
import { readPageRequest, rejectDeepOffset, toPage } from '../../lists/cursor.ts'
import { readableTrials, trialNotFound, trialsOf } from './queries.ts'

/** The trials that a person may see, newest first. */
export async function listTrials(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { userId, shared, ...query }: QueryOf<'listTrials'>,
): Promise<ReplyOf<'listTrials'>> {
  const { place, skip, limit } = readPageRequest(query)
  let visible = shared === 'true' ? db.selectFrom('trials').where(isSharedWith(actor)) : trialsOf(db, actor)
  if (userId !== undefined) visible = visible.where('trials.accountId', '=', userId)
  const count = await countUpTo(db, visible.select(sql`1`.as('one')))
  rejectDeepOffset(skip, count)
  let rows = withSummary(visible, actor)
    .orderBy('trials.createdAt', 'desc')
    .orderBy('trials.id', 'desc')
    .limit(limit)
    .offset(skip)
  if (place) rows = rows.where(sql<boolean>`(trials.created_at, trials.id) < (${place.at}, ${place.id})`)
  const { rows: shown, next } = toPage(await rows.execute(), query.pageSize, ({ createdAt: at, id }) => ({ at, id }))
  return { data: shown.map(presentRow), ...count, next, exampleTrialId: await findExample(db) }
}

/** Once it is measured. */
async function findExample(db: Database): Promise<string | null> {
  const measured = db
    .selectFrom('trials')
    .innerJoin('measurements', 'measurements.trialId', 'trials.id')
    .innerJoin('work', 'work.id', 'measurements.id')
    .select('trials.id')
    .where('trials.accountId', '=', EXAMPLE_ACCOUNT)
    .where('work.state', '=', 'DONE')
    .limit(1)
  return (await measured.executeTakeFirst())?.id ?? null
}

const isOfOthers = (viewer: Viewer) =>
  isStaff(viewer) ? sql<boolean>`false` : sql<boolean>`trials.account_id <> ${viewer.accountId}`

const withSummary = (trials: ReturnType<typeof trialsOf>, viewer: Viewer) =>
  trials
    .selectAll('trials')
    .select([
      isClosedTo(viewer).as('isClosed'),
      purgeOnOf('trials').as('purgeOn'),
      isOfOthers(viewer).as('isShared'),
      sql<string>`(select users.full_name from users where users.id = trials.account_id)`.as('customer'),
      sql<string | null>`(select projects.name from projects where projects.id = trials.project_id)`.as('projectType'),
      sql<number>`(select count(*)::int from trial_flights where trial_id = trials.id)`.as('flights'),
      sql<number>`coalesce((select count from trial_plots where trial_id = trials.id order by version desc limit 1), 0)`.as(
        'plots',
      ),
    ])

type Summary = Awaited<ReturnType<ReturnType<typeof withSummary>['execute']>>[number]

const presentRow = ({ id, accountId, name, crop, plantingDate, createdAt, ...row }: Summary): TrialRow => ({
  trialId: id,
  name,
  userId: accountId,
  customer: row.customer,
  projectType: row.projectType,
  isClosed: row.isClosed,
  isExample: accountId === EXAMPLE_ACCOUNT,
  isShared: row.isShared && accountId !== EXAMPLE_ACCOUNT,
  purgeOn: row.purgeOn?.toISOString() ?? null,
  crop,
  plantingDate,
  createdTime: createdAt.toISOString(),
  flights: row.flights,
  plots: row.plots,
})

/** One trial as a row of the list. */
export async function loadTrialRow(db: Database, viewer: Viewer, trialId: string): Promise<TrialRow> {
  const row = await withSummary(readableTrials(db, viewer), viewer).where('trials.id', '=', trialId).executeTakeFirst()
  if (!row) throw trialNotFound()
  return presentRow(row)
}
