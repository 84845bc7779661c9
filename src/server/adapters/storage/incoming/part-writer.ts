import { crc32 } from '@node-rs/crc32'
import { MiB } from '#domain/units.ts'
import type { Extent } from '#domain/uploads.ts'
import { BLOCK_BYTES, leaseBuffers } from './buffer-pool.ts'
import { DIRECT_BYTES, openDirectFile } from './direct-file.ts'

/** Minimum size of a write. In smaller pieces the disk is slower, and a killed process loses more. */
const BATCH_BLOCKS = MiB(0.5) / BLOCK_BYTES

export const NOTHING: Extent = { crc: 0, size: 0 }

/** Writes one part to a file, batch by batch, while the next bytes are received. */
export type PartWriter = {
  /** Resolves once the chunk is copied. Waits for the disk only when the part's share of memory is used up. */
  add(chunk: Uint8Array): Promise<void>
  /** Resolves once all bytes are on disk. */
  finish(): Promise<Extent>
  /** The same for whole pages only, so that a later writer can resume there. */
  keep(): Promise<Extent>
  /** Resolves to what has been written, once nothing is on its way to the disk. */
  settle(): Promise<Extent>
  close(): Promise<void>
}

type Writing = {
  /** Where the part begins in the file. */
  position?: number | undefined
  /** So much of it is there. */
  start?: Extent | undefined
  /** Told after each write, before the next one begins. */
  onWritten?: (extent: Extent) => Promise<void>
}

const withPieces = (extent: Extent, pieces: readonly Buffer[]): Extent =>
  pieces.reduce(({ crc, size }, piece) => ({ crc: crc32(piece, crc), size: size + piece.length }), extent)

/** Writes up to a page of zeros after the end of the part. */
export async function openPartWriter(
  path: string,
  { position = 0, start = NOTHING, onWritten }: Writing = {},
): Promise<PartWriter> {
  const file = await openDirectFile(path, position + start.size)
  const memory = leaseBuffers()
  const full: Buffer[] = []
  let batch: Buffer[] = []
  let written = start
  let writing: Promise<void> | undefined
  let failure: { error: unknown } | undefined
  let block: Buffer | undefined
  let filled = 0

  const halfOfShare = () => Math.floor(memory.blocks() / 2)

  const writeBatch = async () => {
    batch = full.splice(0, halfOfShare())
    try {
      await file.append(batch)
      written = withPieces(written, batch)
      await onWritten?.(written)
    } catch (error) {
      failure ??= { error }
    }
    memory.release(batch)
    batch = []
    writing = undefined
    if (!failure) startWriting()
  }
  /** Also after a write: a client that pauses then leaves no more than a batch in memory. */
  const startWriting = () => {
    if (full.length >= Math.min(BATCH_BLOCKS, halfOfShare())) writing ??= writeBatch()
  }
  const settle = async (): Promise<Extent> => {
    await writing
    return writing ? settle() : written
  }

  const nextBlock = async () => {
    if (block) full.push(block)
    block = undefined
    startWriting()
    while (full.length + batch.length >= memory.blocks()) {
      await writing
      if (failure) throw failure.error
      writing ??= writeBatch()
    }
    if (failure) throw failure.error
    block = memory.acquire()
    filled = 0
    return block
  }

  /** Writes the full blocks and `last` bytes of the current one. */
  const flush = async (last: number): Promise<Extent> => {
    await settle()
    if (failure) throw failure.error
    if (block) {
      const padded = Math.ceil(last / DIRECT_BYTES) * DIRECT_BYTES
      await file.append([...full, block.fill(0, last, padded).subarray(0, padded)])
      written = withPieces(written, [...full, block.subarray(0, last)])
    }
    await file.finish()
    return written
  }

  return {
    async add(chunk) {
      for (let at = 0; at < chunk.length; ) {
        const into = block && filled < BLOCK_BYTES ? block : await nextBlock()
        const piece = chunk.subarray(at, at + BLOCK_BYTES - filled)
        into.set(piece, filled)
        filled += piece.length
        at += piece.length
      }
    },

    finish: () => flush(filled),
    keep: () => flush(filled - (filled % DIRECT_BYTES)),

    settle,
    async close() {
      await settle()
      memory.release([...full, ...(block ? [block] : [])])
      await file.close()
    },
  }
}
