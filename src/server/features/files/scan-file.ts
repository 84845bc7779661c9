import type { VirusScan } from '#domain/uploads.ts'
import { SYSTEM } from '../../actor.ts'
import type { StoredFile } from '../../adapters/db/schema.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import { runScanner } from '../../adapters/scanner/run-scanner.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { type FileJobPayload, fileJobPayload, fileJobSubject, fileWithout } from './queries.ts'
import { unlessGone } from './unless-gone.ts'

export const scanFileJob = defineJob({
  name: 'scan-file',
  payload: fileJobPayload,
  isLong: true,
  subject: fileJobSubject,
})

/** Has a file read by the virus scanner of this installation, if there is one, and notes once what that says. */
export async function scanFile(
  deps: Pick<Deps, 'db' | 'storage' | 'config' | 'now' | 'log'>,
  payload: FileJobPayload,
  signal?: AbortSignal,
): Promise<void> {
  const { virusScan } = deps.config
  if (!virusScan) return
  const file = await fileWithout(deps.db, payload, 'virusScan')
  if (!file) return
  const pieces = deps.storage.read({ key: file.storageKey })
  const found = await unlessGone(deps, file.id, runScanner({ ...virusScan, pieces, ...(signal && { signal }) }))
  if (found) await noteVerdict(deps, file, found)
}

async function noteVerdict(
  { db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>,
  { id: fileId, analysisId, fileName }: StoredFile,
  { verdict, said }: { verdict: VirusScan; said: string },
): Promise<void> {
  const at = now()
  await db.transaction().execute(async (trx) => {
    const noted = await trx
      .updateTable('files')
      .set({ virusScan: verdict, scannedAt: at })
      .where('id', '=', fileId)
      .where('virusScan', 'is', null)
      .executeTakeFirst()
    if (verdict === 'clean' || noted.numUpdatedRows === 0n) return
    log.warn({ fileId, said }, 'the virus scanner calls a file infected')
    const after = { fileName, said }
    await audit(trx, SYSTEM, { at, action: 'file.infected', subject: `analysis:${analysisId}`, after })
  })
}
