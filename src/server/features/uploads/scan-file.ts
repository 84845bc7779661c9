import { z } from 'zod'
import type { VirusScan } from '#domain/uploads.ts'
import { SYSTEM } from '../../actor.ts'
import type { StoredFile } from '../../adapters/db/schema.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import { runScanner } from '../../adapters/scanner/run-scanner.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { fileWithout } from './queries.ts'
import { unlessGone } from './unless-gone.ts'

export const scanFileJob = defineJob({
  name: 'scan-file',
  payload: z.object({ uploadId: z.string() }),
  isLong: true,
})

/** Has a file read by the virus scanner of this installation, if there is one, and notes once what that says. */
export async function scanFile(
  deps: Pick<Deps, 'db' | 'storage' | 'config' | 'now' | 'log'>,
  { uploadId }: { uploadId: string },
  signal?: AbortSignal,
): Promise<void> {
  const { virusScan: command } = deps.config
  if (!command) return
  const file = await fileWithout(deps.db, uploadId, 'virusScan')
  if (!file) return
  const pieces = deps.storage.read({ key: file.storageKey })
  const found = await unlessGone(deps, uploadId, runScanner({ command, pieces, ...(signal && { signal }) }))
  if (found) await noteVerdict(deps, file, found)
}

async function noteVerdict(
  { db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>,
  { uploadId, analysisId, fileName }: StoredFile,
  { verdict, said }: { verdict: VirusScan; said: string },
): Promise<void> {
  const at = now()
  await db.transaction().execute(async (trx) => {
    const noted = await trx
      .updateTable('files')
      .set({ virusScan: verdict, scannedAt: at })
      .where('uploadId', '=', uploadId)
      .where('virusScan', 'is', null)
      .executeTakeFirst()
    if (verdict === 'clean' || noted.numUpdatedRows === 0n) return
    log.warn({ uploadId, said }, 'the virus scanner calls a file infected')
    const after = { fileName, said }
    await audit(trx, SYSTEM, { at, action: 'file.infected', subject: `analysis:${analysisId}`, after })
  })
}
