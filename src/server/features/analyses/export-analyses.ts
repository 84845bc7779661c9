import { isReportCategory, REPORT_CATEGORIES, statusLabel } from '#domain/analyses.ts'
import { type CsvColumn, csvChunks } from '#domain/csv.ts'
import { displayName } from '#domain/display-names.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { visibleTo } from '../../access.ts'
import type { Actor } from '../../actor.ts'
import type { Database, FileKind } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { rowsOf } from '../../lists/export-list.ts'
import { inOrderOf } from '../../lists/search.ts'
import { requireStaff } from '../../still-allowed.ts'
import { projectName } from '../projects/queries.ts'
import { listOf, type View } from './list-all.ts'

type Row = Awaited<ReturnType<typeof readRows>>[number]

const COLUMNS: readonly CsvColumn<Row>[] = [
  ['Request', (row) => row.id],
  ['Full Name', (row) => displayName(row.fullName)],
  ['Email', (row) => displayName(row.email)],
  ['Project Name', (row) => projectTypeLabel(row.projectType)],
  ['Submitted At (UTC)', (row) => row.submittedAt.toISOString()],
  ['Status', (row) => statusLabel(row.status)],
  ['File Name', (row) => row.archive.map(({ fileName }) => displayName(fileName)).join(', ')],
  ['Bytes', (row) => row.archive.map(({ bytes }) => bytes).join(', ')],
  ['Requested outputs', (row) => row.reportCategories.map(outputLabel).join(', ')],
  ['Description', (row) => row.description],
  ['Message', (row) => row.message ?? ''],
  ['Report files', (row) => String(row.reportFiles)],
  ['Assigned to', (row) => displayName(row.assigneeName ?? '')],
]

const outputLabel = (id: string): string => (isReportCategory(id) ? REPORT_CATEGORIES[id] : id)

/** All requests that match as a CSV file, in the order of the list. */
export const exportAnalyses = (deps: Pick<Deps, 'db'>, actor: Actor, view: View): AsyncIterable<string> =>
  csvChunks(
    COLUMNS,
    rowsOf<Row>({
      db: deps.db,
      list: listOf(view),
      check: () => requireStaff(deps.db, actor.userId),
      readRows: (ids) => readRows(deps.db, actor, ids),
      placeOf: ({ status, submittedAt: at, id }) => ({ rank: status === view.first ? 1 : 0, at, id }),
    }),
  )

async function readRows(db: Database, actor: Actor, ids: readonly string[]) {
  const query = db
    .selectFrom('analyses')
    .innerJoin('users', 'users.id', 'analyses.accountId')
    .leftJoin('users as assignees', 'assignees.id', 'analyses.assigneeId')
    .select(['analyses.id', projectName.as('projectType'), 'submittedAt', 'analyses.status', 'reportCategories'])
    .select(['description', 'analyses.message', 'users.fullName', 'users.email', 'assignees.fullName as assigneeName'])
    .where('analyses.id', 'in', ids)
    .where(visibleTo(actor, 'analyses'))
  const files = await db
    .selectFrom('files')
    .select(['analysisId', 'kind', 'fileName', 'bytes'])
    .where('analysisId', 'in', ids)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  const byAnalysis = Map.groupBy(files, ({ analysisId }) => analysisId)
  const found = await inOrderOf(ids, () => query.execute())
  return found.map((row) => {
    const ofKind = (wanted: FileKind) => (byAnalysis.get(row.id) ?? []).filter(({ kind }) => kind === wanted)
    return { ...row, archive: ofKind('ARCHIVE'), reportFiles: ofKind('REPORT').length }
  })
}
