import type { ActivityRow } from '#contract/activity.ts'
import type { QueryOf } from '#contract/api.ts'
import { changesBetween, changeText } from '#domain/activity/changes.ts'
import { sentenceText } from '#domain/activity/sentences.ts'
import { type CsvColumn, csvChunks } from '#domain/csv.ts'
import { displayName } from '#domain/display-names.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { ROWS_PER_BATCH } from '../../lists/export-list.ts'
import { requireStaff } from '../../still-allowed.ts'
import { matchingEntries, presentEntry, withNames } from './queries.ts'

const COLUMNS: readonly CsvColumn<ActivityRow>[] = [
  ['Time (UTC)', (row) => row.time],
  ['What happened', sentenceText],
  ['By', (row) => displayName(row.actor?.fullName ?? '')],
  ['Email', (row) => displayName(row.actor?.email ?? '')],
  ['About', (row) => displayName(row.about)],
  ['Changes', (row) => changesBetween(row.before, row.after).map(changeText).join('; ')],
  ['Address', (row) => row.address],
  ['API token', (row) => displayName(row.token ?? '')],
  ['Action', (row) => row.action],
  ['Subject', (row) => row.subject],
]

/** The audit log for staff as a CSV file, newest first. */
export const exportActivity = (
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  filter: QueryOf<'exportActivity'>,
): AsyncIterable<string> => csvChunks(COLUMNS, entriesOf(deps, actor, filter))

async function* entriesOf(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  filter: QueryOf<'exportActivity'>,
): AsyncGenerator<ActivityRow[]> {
  let last: ActivityRow | undefined
  do {
    await requireStaff(db, actor.userId)
    let page = withNames(matchingEntries(db, filter)).limit(ROWS_PER_BATCH)
    if (last) page = page.where('audit.id', '<', last.id)
    const rows = (await page.execute()).map(presentEntry)
    yield rows
    last = rows.length === ROWS_PER_BATCH ? rows.at(-1) : undefined
  } while (last)
}
