import { createHash } from 'node:crypto'
import { crc32 } from '@node-rs/crc32'
import { DIGEST_BLOCK_BYTES } from '#domain/uploads.ts'

/** `crc32` as eight hexadecimal digits. */
export type Digests = { sha256: string; digest: string; crc32: string; bytes: number }

/** SHA-256, block digest and CRC-32 of bytes that are given in order. */
export function openDigests(): { update: (piece: Uint8Array) => void; end: () => Digests } {
  const whole = createHash('sha256')
  const blocks = createHash('sha256')
  let block = createHash('sha256')
  let room = DIGEST_BLOCK_BYTES
  let bytes = 0
  let crc = 0
  return {
    update(piece) {
      whole.update(piece)
      crc = crc32(piece, crc)
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
    },
    end() {
      if (room < DIGEST_BLOCK_BYTES) blocks.update(block.digest())
      const hex = crc.toString(16).padStart(8, '0')
      return { sha256: whole.digest('hex'), digest: blocks.digest('hex'), crc32: hex, bytes }
    },
  }
}

/** For a program that does nothing else meanwhile; a server leaves it to another thread. */
export async function digestsOf(pieces: AsyncIterable<Uint8Array>): Promise<Digests> {
  const digests = openDigests()
  for await (const piece of pieces) digests.update(piece)
  return digests.end()
}
