import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dateOf } from '#domain/dates.ts'
import type { ChoiceTexts } from '#imagery/traits/derived/model-choice.ts'
import type { ExportFormat, work as exportWork } from '../../../compute/trials/export-worker.ts'
import type { Deps } from '../../../deps.ts'
import { knownChoice } from './known-choice.ts'
import { loadExportTable, type TableWanted } from './load-export-table.ts'

const EXPORT_WORKER = new URL('../../../compute/trials/export-worker.ts', import.meta.url)
const SECONDS_MAX = 120

type Wanted = Omit<TableWanted, 'withValues'> & {
  format: ExportFormat
  choice: ChoiceTexts
  /** Visitors with a link see no names of people. */
  isForVisitor: boolean
}

/** A trial as a file, made on a worker thread. */
export async function* exportFile(
  { db, compute, now }: Pick<Deps, 'db' | 'compute' | 'now'>,
  { format, choice, isForVisitor, ...of }: Wanted,
): AsyncGenerator<Uint8Array> {
  const table = await loadExportTable(db, { ...of, withValues: format !== 'field-book' })
  if (isForVisitor) table.trial.account = ''
  const input = { format, table, choice: knownChoice(table, choice), madeOn: dateOf(now()) }
  const scratch = await mkdtemp(join(tmpdir(), 'skyfurrow-export-'))
  try {
    yield await compute.run<typeof exportWork>({
      file: EXPORT_WORKER,
      input: { ...input, path: join(scratch, 'trial.gpkg') },
      secondsMax: SECONDS_MAX,
    })
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
