import { createHash } from 'node:crypto'
import { z } from 'zod'
import { DIGEST_BLOCK_BYTES } from '#domain/uploads.ts'
import { defineJob } from '../../adapters/queue/queue.ts'
import type { Deps } from '../../deps.ts'
import { askForgotten } from './ask-forgotten.ts'
import { type FileJobPayload, fileJobPayload, fileJobSubject, fileWithout } from './queries.ts'
import { unlessGone } from './unless-gone.ts'

export const hashFileJob = defineJob({
  name: 'hash-file',
  payload: fileJobPayload,
  isLong: true,
  subject: fileJobSubject,
})

export const hashForgottenJob = defineJob({ name: 'hash-forgotten', payload: z.object({}), schedule: '43 3 * * *' })

/** Reads a file from the store as it lies there and notes its digests: what its receipt says. */
export async function hashFile(
  deps: Pick<Deps, 'db' | 'storage' | 'log'>,
  payload: FileJobPayload,
  signal?: AbortSignal,
): Promise<void> {
  const file = await fileWithout(deps.db, payload, 'sha256')
  if (!file) return
  const { id: fileId } = file
  const read = await unlessGone(deps, fileId, digestsOf(deps.storage.read({ key: file.storageKey }), signal))
  if (!read) return
  const { bytes, ...digests } = read
  if (bytes !== file.bytes)
    deps.log.error({ fileId, bytes, recorded: file.bytes }, 'a file has another size than recorded')
  await deps.db.updateTable('files').set(digests).where('id', '=', fileId).execute()
}

/** Asks once more for files that still have no digests after a day, as those that came before there were any. */
export const hashForgotten = (deps: Pick<Deps, 'db' | 'queue' | 'now'>): Promise<void> =>
  askForgotten(deps, hashFileJob, { of: 'sha256' })

/** Both digests in one pass. Between two pieces other work gets its turn, and the signal ends it. */
export async function digestsOf(
  pieces: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<{ sha256: string; digest: string; bytes: number }> {
  const whole = createHash('sha256')
  const blocks = createHash('sha256')
  let block = createHash('sha256')
  let room = DIGEST_BLOCK_BYTES
  let bytes = 0
  for await (const piece of pieces) {
    signal?.throwIfAborted()
    whole.update(piece)
    bytes += piece.length
    for (let at = 0; at < piece.length; ) {
      const some = piece.subarray(at, at + room)
      block.update(some)
      at += some.length
      room -= some.length
      if (room > 0) continue
      blocks.update(block.digest())
      block = createHash('sha256')
      room = DIGEST_BLOCK_BYTES
    }
  }
  if (room < DIGEST_BLOCK_BYTES) blocks.update(block.digest())
  return { sha256: whole.digest('hex'), digest: blocks.digest('hex'), bytes }
}
