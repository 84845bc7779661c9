import type { ReportTable } from '#contract/reports.ts'
import { AppError } from '#domain/errors.ts'
import { type TableType, tableTypeOf, WORKBOOK_BYTES_MAX } from '#domain/reports.ts'
import { MiB } from '#domain/units.ts'
import type { Actor } from '../../actor.ts'
import type { StoredFile } from '../../adapters/db/schema.ts'
import { OverBudget } from '../../compute/pool.ts'
import type { work as tableWork } from '../../compute/table-worker.ts'
import type { Deps } from '../../deps.ts'
import { loadAnalysis } from '../analyses/queries.ts'
import { storedNameOfFile } from '../files/present-file.ts'
import { readFully } from '../files/read-fully.ts'
import { listReportFiles, viewerOf } from './queries.ts'

/** The rows that are shown are at the start. */
const TEXT_BYTES_MAX = MiB(1)
const SECONDS_MAX = 15

/** The start of a table of a report, for those who may download it. */
export async function getReportTable(
  deps: Pick<Deps, 'db' | 'storage' | 'compute' | 'log'>,
  actor: Actor,
  { analysisRequestId, storedName }: { analysisRequestId: string; storedName: string },
): Promise<ReportTable> {
  const viewer = viewerOf(actor)
  const analysis = await loadAnalysis(deps.db, analysisRequestId, viewer === 'staff' ? undefined : actor.userId)
  const files = await listReportFiles(deps.db, analysis, viewer)
  const file = files.find((one) => storedNameOfFile(one) === storedName)
  if (!file || file.virusScan === 'infected') throw new AppError('not-found', 'This file is not part of the report')
  const type = tableTypeOf(file.fileName)
  if (!type) throw new AppError('conflict', 'This file is not a table that can be shown here')
  if (type === 'xlsx' && file.bytes > WORKBOOK_BYTES_MAX)
    throw new AppError('conflict', 'This workbook is too large to show here. Download it instead.')
  return readTable(deps, file, type)
}

async function readTable(
  { storage, compute, log }: Pick<Deps, 'storage' | 'compute' | 'log'>,
  { id: fileId, storageKey: key, bytes: size }: StoredFile,
  type: TableType,
): Promise<ReportTable> {
  const bytes = type === 'xlsx' ? size : Math.min(size, TEXT_BYTES_MAX)
  const readRange = (from: number, to: number) => readFully(storage.read({ key, from, to }), to - from)
  const file = new URL('../../compute/table-worker.ts', import.meta.url)
  const input = { type, bytes, isCut: bytes < size }
  try {
    const read = await compute.run<typeof tableWork>({ file, input, readRange, secondsMax: SECONDS_MAX })
    if (read.table) return read.table
    log.info({ fileId, problem: read.problem }, 'table not read')
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error
    log.warn({ err: error, fileId }, 'table exceeded its budget')
  }
  throw new AppError('conflict', 'This table could not be read. Download it instead.')
}
