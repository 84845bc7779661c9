import type { CheckStage, VirusScan } from '#domain/uploads.ts'
import { SYSTEM } from '../../actor.ts'
import type { StoredFile } from '../../adapters/db/schema.ts'
import type { Attempt } from '../../adapters/queue/queue.ts'
import { openScanner, type Scanner } from '../../adapters/scanner/scanner.ts'
import { audit } from '../../audit.ts'
import { digestStream } from '../../compute/digest-stream.ts'
import type { Deps, WithConfig } from '../../deps.ts'

export type ReadDeps = Pick<Deps, 'db' | 'storage' | 'compute' | 'now' | 'log'> & WithConfig<'virusScan'>

/**
 * Reads a file from the store once, for everything that still depends on its bytes: its digests, and the virus scan of this
 * installation, if it has a scanner.
 */
export async function readOnce(deps: ReadDeps, file: StoredFile, { signal, report }: Partial<Attempt>): Promise<void> {
  const { virusScan } = deps.config
  const scanner = virusScan && file.virusScan === null ? openScanner({ ...virusScan, signal }) : undefined
  report?.('reading' satisfies CheckStage, 0)
  const pieces = counted(deps.storage.read({ key: file.storageKey }), (bytes) =>
    report?.('reading' satisfies CheckStage, bytes / file.bytes),
  )
  try {
    if (file.sha256 === null) {
      const each = scanner?.write
      const read = await digestStream(deps.compute, { pieces, bytes: file.bytes, signal, ...(each && { each }) })
      await noteDigests(deps, file, read)
    } else if (scanner) await feed(scanner, pieces)
  } catch (error) {
    scanner?.kill()
    throw error
  }
  if (!scanner) return
  report?.('scanning' satisfies CheckStage, 0)
  await noteVerdict(deps, file, await scanner.end())
}

async function* counted(pieces: AsyncIterable<Uint8Array>, count: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const piece of pieces) {
    yield piece
    bytes += piece.length
    count(bytes)
  }
}

async function feed(scanner: Scanner, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const piece of pieces) if (!(await scanner.write(piece))) return
}

async function noteDigests(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { id: fileId, bytes: recorded }: StoredFile,
  { bytes, ...digests }: { bytes: number; sha256: string; digest: string },
): Promise<void> {
  if (bytes !== recorded) log.error({ fileId, bytes, recorded }, 'file size mismatch')
  await db.updateTable('files').set(digests).where('id', '=', fileId).execute()
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
    log.warn({ fileId, said }, 'virus scan: file infected')
    const after = { fileName, said }
    await audit(trx, SYSTEM, { at, action: 'file.infected', subject: `analysis:${analysisId}`, after })
  })
}
