import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Measurement, Trial } from '../../../adapters/db/schema.ts'
import type { ExportFormat, work as exportWork } from '../../../compute/export-worker.ts'
import type { Deps } from '../../../deps.ts'
import { loadExportTable } from './load-export-table.ts'

const EXPORT_WORKER = new URL('../../../compute/export-worker.ts', import.meta.url)
const SECONDS_MAX = 120

/** A measurement as a file, made on a worker thread. */
export async function* exportFile(
  { db, compute }: Pick<Deps, 'db' | 'compute'>,
  { trial, measurement, format }: { trial: Trial; measurement: Measurement; format: ExportFormat },
): AsyncGenerator<Uint8Array> {
  const table = await loadExportTable(db, { trial, measurement, withValues: format !== 'field-book' })
  const scratch = await mkdtemp(join(tmpdir(), 'skyfurrow-export-'))
  try {
    yield await compute.run<typeof exportWork>({
      file: EXPORT_WORKER,
      input: { format, table, path: join(scratch, 'trial.gpkg') },
      readRange: async () => new Uint8Array(),
      secondsMax: SECONDS_MAX,
    })
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
