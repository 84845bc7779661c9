import { execFile } from 'node:child_process'
import { type FileHandle, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { AppError } from '#domain/errors.ts'
import { STORAGE_FULL } from '#domain/uploads.ts'

/** A new name in a folder survives a power failure only once the folder is synced. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Writes the pieces one after another, starting at `position`. */
export async function writeAll(handle: FileHandle, pieces: readonly Uint8Array[], position: number): Promise<void> {
  let at = position
  let rest = pieces
  while (rest.length > 0) {
    const { bytesWritten } = await handle.writev(rest, at)
    at += bytesWritten
    rest = without(rest, bytesWritten)
  }
}

function without(pieces: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let left = bytes
  return pieces.flatMap((piece) => {
    const rest = piece.subarray(left)
    left = Math.max(0, left - piece.length)
    return rest.length > 0 ? [rest] : []
  })
}

export async function writeSynced(file: string, text: string): Promise<void> {
  const handle = await open(file, 'w')
  try {
    await writeAll(handle, [Buffer.from(text)], 0)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Durably moves a file or folder whose content is on disk already. */
export async function moveInto(path: string, from: string): Promise<void> {
  await rename(from, path)
  await syncFolder(dirname(path))
}

/** Gives a part of a file back to the disk, by the program of util-linux: Node can't. Without it the space is free once the file is deleted. */
export async function punchHole(file: string, { start, bytes }: { start: number; bytes: number }): Promise<void> {
  const args = ['--punch-hole', '--offset', String(start), '--length', String(bytes), file]
  await promisify(execFile)('fallocate', args).catch(() => undefined)
}

export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

/** The error that callers get for a full disk. */
export const toStorageFullError = (error: unknown): unknown =>
  hasCode(error, 'ENOSPC', 'EDQUOT') ? new AppError('storage-full', STORAGE_FULL) : error
