import type { ActivityRow } from '#contract/activity.ts'
import { PAGE_SIZE_MAX } from '#contract/endpoint.ts'
import { type CsvColumn, csvPieces } from '#domain/csv.ts'
import { showName } from '#domain/shown-names.ts'
import { fetchActivity } from './activity-queries.ts'
import type { ActivityView } from './activity-view.ts'
import { changesBetween, changeText } from './changes.ts'
import { sentenceText } from './sentences.ts'

const COLUMNS: readonly CsvColumn<ActivityRow>[] = [
  ['Time (UTC)', (row) => row.time],
  ['What happened', sentenceText],
  ['By', (row) => showName(row.actor?.fullName ?? '')],
  ['Email', (row) => showName(row.actor?.email ?? '')],
  ['About', (row) => showName(row.about)],
  ['Changes', (row) => changesBetween(row.before, row.after).map(changeText).join('; ')],
  ['Address', (row) => row.address],
  ['Action', (row) => row.action],
  ['Subject', (row) => row.subject],
]

export const exportActivity = (view: ActivityView) => (signal: AbortSignal) =>
  csvPieces(COLUMNS, (after) => fetchActivity(view, { after, pageSize: PAGE_SIZE_MAX, signal }))
