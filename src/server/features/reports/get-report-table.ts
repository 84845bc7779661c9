import type { ReportTable } from '#contract/reports.ts'
import { AppError } from '#domain/errors.ts'
import { type TableType, tableTypeOf, WORKBOOK_BYTES_MAX } from '#domain/reports.ts'
import { MiB } from '#domain/units.ts'
import type { Actor } from '../../actor.ts'
import type { StoredFile } from '../../adapters/db/schema.ts'
import { OverBudget } from '../../compute/pool.ts'
import type { work as tableWork } from '../../compute/trials/table-worker.ts'
import { createKeyedMutex } from '../../concurrency/keyed-mutex.ts'
import type { Deps } from '../../deps.ts'
import { tooManyRequests } from '../../rate-limits/sliding-window.ts'
import { loadAnalysis } from '../analyses/queries.ts'
import { storedNameOfFile } from '../files/present-file.ts'
import { readFully } from '../files/read-fully.ts'
import { listReportFiles } from './queries.ts'

const TABLE_WORKER = new URL('../../compute/trials/table-worker.ts', import.meta.url)

/** The rows that are shown are at the start. */
const TEXT_BYTES_MAX = MiB(1)
const SECONDS_MAX = 15
/** A file check may have the threads for minutes. */
const WAIT_SECONDS_MAX = 10

/** The tables of an account are read one after another in a process. */
const oneTableAtATime = createKeyedMutex({
  max: 3,
  beyond: () => tooManyRequests('You are opening too many tables at once. Try again in a moment.', 3),
})

/** The start of a table of a report, for those who may download it. */
export async function getReportTable(
  deps: Pick<Deps, 'db' | 'storage' | 'compute' | 'log'>,
  actor: Actor,
  { analysisRequestId, storedName, signal }: { analysisRequestId: string; storedName: string; signal: AbortSignal },
): Promise<ReportTable> {
  const analysis = await loadAnalysis(deps.db, actor, analysisRequestId)
  const files = await listReportFiles(deps.db, actor, analysis.id)
  const file = files.find((one) => storedNameOfFile(one) === storedName)
  if (!file || file.virusScan === 'infected') throw new AppError('not-found', 'This file is not part of the report')
  const type = tableTypeOf(file.fileName)
  if (!type) throw new AppError('conflict', 'This file is not a table that can be shown here')
  if (type === 'xlsx' && file.bytes > WORKBOOK_BYTES_MAX)
    throw new AppError('conflict', 'This workbook is too large to show here. Download it instead.')
  return oneTableAtATime(actor.userId, () => readTable(deps, { file, type, signal }))
}

type TableOfFile = { file: StoredFile; type: TableType; signal: AbortSignal }

async function readTable(
  { storage, compute, log }: Pick<Deps, 'storage' | 'compute' | 'log'>,
  { file: { id: fileId, storageKey: key, bytes: size }, type, signal }: TableOfFile,
): Promise<ReportTable> {
  const bytes = type === 'xlsx' ? size : Math.min(size, TEXT_BYTES_MAX)
  const readRange = (from: number, to: number) => readFully(storage.read({ key, from, to }), to - from)
  const input = { type, bytes, isCut: bytes < size }
  const limits = { signal, secondsMax: SECONDS_MAX, waitSecondsMax: WAIT_SECONDS_MAX }
  try {
    const read = await compute.run<typeof tableWork>({ file: TABLE_WORKER, input, readRange, ...limits })
    if (read.table) return read.table
    log.info({ fileId, problem: read.problem }, 'table not read')
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error
    log.warn({ err: error, fileId }, 'table exceeded its budget')
  }
  throw new AppError('conflict', 'This table could not be read. Download it instead.')
}
