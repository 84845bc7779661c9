import { type FileHandle, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '#domain/errors.ts'
import { STORAGE_FULL } from '#domain/uploads.ts'

/** A new name in a folder survives a power cut only once the folder itself is on disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Writes the pieces one after another, from a position on. */
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

/** Moves a file or folder, whose own content is on disk already, to where it shall be found from now on. */
export async function moveInto(place: string, from: string): Promise<void> {
  await rename(from, place)
  await syncFolder(dirname(place))
}

export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

/** What a full disk looks like to a caller. */
export const toStorageFullError = (error: unknown): unknown =>
  hasCode(error, 'ENOSPC', 'EDQUOT') ? new AppError('storage-full', STORAGE_FULL) : error
