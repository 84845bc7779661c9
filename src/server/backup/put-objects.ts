import { type CompletedPart, PARTS_MAX } from '#domain/uploads.ts'
import type { Storage } from '../adapters/storage/storage.ts'
import { digestsOf } from '../compute/digests/digests.ts'
import { type BackedUp, objectsFile, parseObject, repositoryOf } from './manifest.ts'
import { mapConcurrent } from './map-concurrent.ts'
import { readNdjson } from './ndjson.ts'
import { readRepositoryObject } from './repository.ts'

/** Restores every object of a backup's list into the store, under its old key, and reads it back. @throws when it differs. */
export async function putObjects(
  storage: Storage,
  backup: string,
  { list, partBytes, report }: { list: { sha256: string }; partBytes: number; report: (objects: number) => void },
): Promise<{ count: number; bytes: number }> {
  const repository = repositoryOf(backup)
  const total = { count: 0, bytes: 0 }
  const put = async (line: string) => {
    const object = parseObject(line)
    await putObject(storage, { ...object, repository, partBytes })
    const read = await digestsOf(storage.read({ key: object.key }))
    if (read.sha256 !== object.sha256)
      throw new Error(`${object.key} has the SHA-256 ${read.sha256} in the store, ${object.sha256} in the backup`)
    return object
  }
  for await (const object of mapConcurrent(readNdjson(objectsFile(backup), list), put)) {
    total.bytes += object.bytes
    report((total.count += 1))
  }
  return total
}

/** In parts, like an upload, because every store supports that. */
async function putObject(
  storage: Storage,
  { key, bytes, sha256, repository, partBytes }: BackedUp & { repository: string; partBytes: number },
): Promise<void> {
  const size = Math.max(partBytes, Math.ceil(bytes / PARTS_MAX))
  const { uploadId } = await storage.openUpload({ key, partBytes: size })
  const parts: CompletedPart[] = []
  for (let from = 0; from < bytes || parts.length === 0; from += size) {
    const to = Math.min(from + size, bytes)
    const partNumber = parts.length + 1
    const body = readRepositoryObject(repository, { sha256, from, to })
    const { etag } = await storage.putPart({ key, uploadId, partNumber, maxBytes: size, bytes: to - from, body })
    parts.push({ partNumber, etag })
  }
  await storage.completeUpload({ key, uploadId, parts })
}
