import { DIGEST_BLOCK_BYTES } from '#domain/uploads.ts'
import { canDigest, hex, sha256 } from './sha256.ts'
import type { UploadSource } from './upload-source.ts'

/** The block digest of a whole file (see DIGEST_BLOCK_BYTES), or undefined where the browser provides no WebCrypto. */
export async function blockDigest(file: UploadSource, signal: AbortSignal): Promise<string | undefined> {
  if (!canDigest()) return undefined
  const count = Math.ceil(file.size / DIGEST_BLOCK_BYTES)
  const digests = new Uint8Array(count * 32)
  for (let block = 0; block < count; block += 1) {
    signal.throwIfAborted()
    const start = block * DIGEST_BLOCK_BYTES
    const bytes = await file.slice(start, Math.min(start + DIGEST_BLOCK_BYTES, file.size)).arrayBuffer()
    digests.set(await sha256(bytes), block * 32)
  }
  return hex(await sha256(digests.buffer))
}
