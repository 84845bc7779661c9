import { z } from 'zod'
import { inspectFile } from '#domain/archive/inspect-file.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import type { Deps } from '../../deps.ts'
import { fileWithout } from './queries.ts'
import { unlessGone } from './unless-gone.ts'

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
  const file = await fileWithout(deps.db, uploadId, 'inspection')
  if (file?.kind !== 'ARCHIVE') return
  const { fileName: name, storageKey: key, bytes: size } = file
  const readRange = (from: number, to: number) => gathered(deps.storage.read({ key, from, to }), to - from)
  const inspection = await unlessGone(deps, uploadId, inspectFile({ name, size, readRange, signal }))
  if (!inspection) return
  await deps.db
    .updateTable('files')
    .set({ inspection: JSON.stringify(inspection) })
    .where('uploadId', '=', uploadId)
    .where('inspection', 'is', null)
    .execute()
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
