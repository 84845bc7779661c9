import { AppError } from '#domain/errors.ts'
import { type BackedUp, idOfFile, type Manifest, objectsFile, type RowOfFile, tableFile } from './manifest.ts'
import { mapConcurrent } from './map-concurrent.ts'
import { readNdjson, writeNdjson } from './ndjson.ts'
import type { BackupRepository } from './repository.ts'
import type { Source } from './source.ts'

/** A row of a file in the backup. */
type File = RowOfFile & { storage_key: string; file_name: string; bytes: number; sha256: string | null }

type Outcome = { object?: BackedUp; fault?: Manifest['faults'][number]; removed?: string }

export type Copied = Pick<Manifest, 'objects' | 'removed' | 'faults'> & { copied: number }

/** Copies the files of the backup's rows into the repository, except those that it has already, and writes the list. */
export async function copyObjects(
  source: Pick<Source, 'db' | 'storage'>,
  { backup, repository, report }: { backup: string; repository: BackupRepository; report: (objects: number) => void },
): Promise<Copied> {
  const removed: string[] = []
  const faults: Manifest['faults'] = []
  const total = { bytes: 0, copied: 0, seen: 0 }
  const copyOne = async (line: string) => {
    const { outcome, isNew } = await copyFile(source, repository, JSON.parse(line) as File)
    if (isNew) total.copied += 1
    return outcome
  }
  async function* objectLines() {
    for await (const { object, fault, removed: removedId } of mapConcurrent(
      readNdjson(tableFile(backup, 'files')),
      copyOne,
    )) {
      report((total.seen += 1))
      if (removedId) removed.push(removedId)
      if (fault) faults.push(fault)
      if (!object) continue
      total.bytes += object.bytes
      yield [JSON.stringify(object)]
    }
  }
  const written = await writeNdjson(objectsFile(backup), objectLines())
  return { objects: { ...written, bytes: total.bytes }, removed, faults, copied: total.copied }
}

async function copyFile(
  { db, storage }: Pick<Source, 'db' | 'storage'>,
  repository: BackupRepository,
  file: File,
): Promise<{ outcome: Outcome; isNew: boolean }> {
  const { storage_key: key, file_name: fileName } = file
  const fileId = idOfFile(file)
  if (file.sha256 && (await repository.has(file.sha256, file.bytes)))
    return { outcome: { object: { key, bytes: file.bytes, sha256: file.sha256 } }, isNew: false }
  try {
    const { isNew, ...added } = await repository.add(markUnreadable(storage.read({ key })))
    const object = { key, ...added }
    const reason = findMismatch(file, added)
    return { outcome: reason ? { object, fault: { fileId, fileName, reason, isCopied: true } } : { object }, isNew }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    const row = await db.selectFrom('files').select('storageKey').where('storageKey', '=', key).executeTakeFirst()
    const fault = { fileId, fileName, reason: error.message, isCopied: false }
    return { outcome: row ? { fault } : { removed: fileId }, isNew: false }
  }
}

function findMismatch(file: File, { sha256, bytes }: { sha256: string; bytes: number }): string | undefined {
  if (bytes !== file.bytes) return `It has ${bytes} bytes instead of ${file.bytes}`
  return file.sha256 && sha256 !== file.sha256 ? `Its SHA-256 is ${sha256} instead of ${file.sha256}` : undefined
}

/** A lost or damaged object, while others can still be read. */
class Unreadable extends Error {}

/** Distinguishes one bad object from a store that does not respond, or a backup disk that is full. */
async function* markUnreadable(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await source.next().catch((error: unknown) => {
        throw toUnreadable(error)
      })
      if (next.done) return
      yield next.value
    }
  } finally {
    await source.return?.()
  }
}

function toUnreadable(error: unknown): unknown {
  const isOfStore = error instanceof AppError && error.code !== 'not-found'
  return isOfStore ? error : new Unreadable(error instanceof Error ? error.message : String(error), { cause: error })
}
