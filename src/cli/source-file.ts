import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { displayName } from '#domain/display-names.ts'
import { checkFileName } from '#domain/file-names.ts'
import type { UploadSource } from '#transfer/upload-source.ts'
import { UsageError } from './arguments.ts'

/** The file to send. Reading fails once the file has changed. */
export async function openSourceFile(path: string): Promise<UploadSource> {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new UsageError(`There is no file ${displayName(path)}. Check the path.`)
  if (found.isDirectory()) throw new UsageError(`${displayName(path)} is a folder. Compress it into one archive first.`)
  if (found.size === 0) throw new UsageError(`${displayName(path)} is empty. Choose another file.`)
  const name = basename(path)
  const problem = checkFileName(name)
  if (problem) throw new UsageError(problem)
  const blob = await openAsBlob(path).catch((cause: unknown) => {
    throw new UsageError(`${displayName(path)} can't be read. Check its permissions.`, { cause })
  })
  return { name, size: blob.size, type: '', slice: (start, end) => blob.slice(start, end) }
}

/** Whether the file is still the one that was opened. */
export async function isUnchanged(file: UploadSource): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}
