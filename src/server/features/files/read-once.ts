import type { CheckStage, VirusScan } from '#domain/uploads.ts'
import { SYSTEM } from '../../actor.ts'
import type { StoredFile } from '../../adapters/db/schema.ts'
import type { Attempt } from '../../adapters/queue/queue.ts'
import { openScanner, type Scanner } from '../../adapters/scanner/scanner.ts'
import { DamagedObject } from '../../adapters/storage/storage.ts'
import { audit, subjectOfFile } from '../../audit.ts'
import { digestStream } from '../../compute/digests/digest-stream.ts'
import type { Digests } from '../../compute/digests/digests.ts'
import type { Deps, WithConfig } from '../../deps.ts'

export type ReadDeps = Pick<Deps, 'db' | 'storage' | 'compute' | 'now' | 'log'> & WithConfig<'virusScan'>

/**
 * Reads a stored file once for everything still unknown that needs its bytes: its digests, and the result of the virus
 * scanner if one is configured. @throws DamagedObject
 */
export async function readOnce(deps: ReadDeps, file: StoredFile, { signal, report }: Partial<Attempt>): Promise<void> {
  const { virusScan } = deps.config
  const scanner = virusScan && file.virusScan === null ? openScanner({ ...virusScan, signal }) : undefined
  report?.('reading' satisfies CheckStage, 0)
  const pieces = withProgress(deps.storage.read({ key: file.storageKey }), (bytes) =>
    report?.('reading' satisfies CheckStage, bytes / file.bytes),
  )
  try {
    if (lacksDigests(file)) {
      const each = scanner?.write
      const read = await digestStream(deps.compute, { pieces, bytes: file.bytes, signal, ...(each && { each }) })
      await saveDigests(deps, file, read)
    } else if (scanner) await feed(scanner, pieces)
  } catch (error) {
    scanner?.kill()
    throw error
  }
  if (!scanner) return
  report?.('scanning' satisfies CheckStage, 0)
  await saveVerdict(deps, file, await scanner.end())
}

/** A report file from before the CRC-32 was recorded is read again for it. */
const lacksDigests = ({ sha256, crc32, kind }: StoredFile): boolean =>
  sha256 === null || (kind !== 'ARCHIVE' && crc32 === null)

async function* withProgress(
  pieces: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const piece of pieces) {
    yield piece
    bytes += piece.length
    onBytes(bytes)
  }
}

async function feed(scanner: Scanner, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const piece of pieces) if (!(await scanner.write(piece))) return
}

async function saveDigests(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { id: fileId, bytes: recorded, sha256 }: StoredFile,
  { bytes, ...digests }: Digests,
): Promise<void> {
  if (bytes !== recorded) log.error({ fileId, bytes, recorded }, 'file size mismatch')
  if (sha256 !== null && sha256 !== digests.sha256)
    throw new DamagedObject(`The SHA-256 is ${digests.sha256}, but ${sha256} was recorded`)
  await db.updateTable('files').set(digests).where('id', '=', fileId).execute()
}

async function saveVerdict(
  { db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>,
  { id: fileId, fileName, ...file }: StoredFile,
  { verdict, said }: { verdict: VirusScan; said: string },
): Promise<void> {
  const at = now()
  await db.transaction().execute(async (trx) => {
    const updated = await trx
      .updateTable('files')
      .set({ virusScan: verdict, scannedAt: at })
      .where('id', '=', fileId)
      .where('virusScan', 'is', null)
      .executeTakeFirst()
    if (verdict === 'clean' || updated.numUpdatedRows === 0n) return
    log.warn({ fileId, said }, 'virus scan: file infected')
    const after = { fileName, said }
    await audit(trx, SYSTEM, { at, action: 'file.infected', subject: subjectOfFile(file), after })
  })
}
