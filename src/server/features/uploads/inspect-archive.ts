import { z } from 'zod'
import { inspectFile } from '#domain/archive/inspect-file.ts'
import type { Inspection } from '#domain/archive/inspection.ts'
import { AppError } from '#domain/errors.ts'
import type { StoredFile } from '../../adapters/db/schema.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import type { Deps } from '../../deps.ts'

export const inspectArchiveJob = defineJob({
  name: 'inspect-archive',
  payload: z.object({ uploadId: z.string() }),
  isLong: true,
})

/** Looks into an archive by its table of contents, without unpacking it, and notes once what that tells. */
export async function inspectArchive(
  deps: Pick<Deps, 'db' | 'storage' | 'log'>,
  { uploadId }: { uploadId: string },
  signal?: AbortSignal,
): Promise<void> {
  const file = await deps.db
    .selectFrom('files')
    .selectAll()
    .where('uploadId', '=', uploadId)
    .where('kind', '=', 'ARCHIVE')
    .where('inspection', 'is', null)
    .executeTakeFirst()
  if (!file) return
  const inspection = await lookInto(deps, file, signal)
  if (!inspection) return
  await deps.db
    .updateTable('files')
    .set({ inspection: JSON.stringify(inspection) })
    .where('uploadId', '=', uploadId)
    .where('inspection', 'is', null)
    .execute()
}

/** Undefined when the file is gone: removed meanwhile, or lost, which the log then says. */
async function lookInto(
  { storage, log }: Pick<Deps, 'storage' | 'log'>,
  { uploadId, fileName: name, storageKey: key, bytes: size }: StoredFile,
  signal: AbortSignal | undefined,
): Promise<Inspection | undefined> {
  const readRange = (from: number, to: number) => gathered(storage.read({ key, from, to }), to - from)
  try {
    return await inspectFile({ name, size, readRange, signal })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not-found')) throw error
    log.error({ uploadId }, 'a file is not in the store')
    return undefined
  }
}

/** As much as there is of so many bytes. A piece keeps its bytes only until the next one is asked for. */
async function gathered(pieces: AsyncIterable<Uint8Array>, bytes: number): Promise<Uint8Array> {
  const all = new Uint8Array(bytes)
  let length = 0
  for await (const piece of pieces) {
    all.set(piece, length)
    length += piece.length
  }
  return all.subarray(0, length)
}
