import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode, syncFolder } from '../adapters/storage/incoming/durable-files.ts'
import { writeHashed } from './write-hashed.ts'

const TEMP = 'tmp-'
const CHUNK_BYTES = 1_048_576

/** The objects of all backups in a folder, each once, under its SHA-256. */
export type BackupRepository = {
  has: (sha256: string, bytes: number) => Promise<boolean>
  add: (chunks: AsyncIterable<Uint8Array>) => Promise<{ sha256: string; bytes: number; isNew: boolean }>
  /** Flushes all added objects to the disk. */
  sync: () => Promise<void>
}

/** @throws any disk error; only one process may add at a time. */
export async function openRepository(folder: string): Promise<BackupRepository> {
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(folder)) if (name.startsWith(TEMP)) await rm(join(folder, name))
  const touched = new Set([folder])

  const has: BackupRepository['has'] = async (sha256, bytes) => {
    const found = await stat(objectPath(folder, sha256)).catch((error: unknown) => {
      if (hasCode(error, 'ENOENT')) return undefined
      throw error
    })
    return found?.size === bytes
  }

  return {
    has,
    async add(chunks) {
      const temp = join(folder, TEMP + randomUUID())
      try {
        const written = await writeHashed(temp, chunks)
        if (await has(written.sha256, written.bytes)) return { ...written, isNew: false }
        const subfolder = folderOf(folder, written.sha256)
        await mkdir(subfolder, { recursive: true })
        await rename(temp, objectPath(folder, written.sha256))
        touched.add(subfolder)
        return { ...written, isNew: true }
      } finally {
        await rm(temp, { force: true })
      }
    },
    async sync() {
      for (const subfolder of touched) await syncFolder(subfolder)
    },
  }
}

const folderOf = (folder: string, sha256: string): string => join(folder, sha256.slice(0, 2))
export const objectPath = (folder: string, sha256: string): string => join(folderOf(folder, sha256), sha256)

/** The bytes [from, to) of an object. */
export async function* readRepositoryObject(
  folder: string,
  { sha256, from, to }: { sha256: string; from: number; to: number },
): AsyncGenerator<Uint8Array> {
  if (from >= to) return
  const options = { start: from, end: to - 1, highWaterMark: CHUNK_BYTES }
  for await (const chunk of createReadStream(objectPath(folder, sha256), options)) yield chunk as Buffer
}

/** Removes objects that no backup names any more; returns their number. */
export async function pruneObjects(folder: string, isNamed: (sha256: string) => boolean): Promise<number> {
  let removed = 0
  for (const subfolder of await readdir(folder)) {
    if (subfolder.startsWith(TEMP)) continue
    for (const sha256 of await readdir(join(folder, subfolder))) {
      if (isNamed(sha256)) continue
      await rm(join(folder, subfolder, sha256))
      removed += 1
    }
  }
  return removed
}
