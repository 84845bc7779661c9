import { crc32 } from '@node-rs/crc32'
import { MiB } from '#domain/units.ts'
import type { Extent } from '#domain/uploads.ts'
import { BLOCK_BYTES, leaseBuffers, type Share } from './buffer-pool.ts'
import { DIRECT_BYTES, type DirectFile, openDirectFile } from './direct-file.ts'

/** Minimum size of a write. In smaller pieces the disk is slower, and a killed process loses more. */
const BATCH_BLOCKS = MiB(0.5) / BLOCK_BYTES
/** At once, so that the disk has work while the end of a write is noted. */
const WRITES = 2

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
  /** Told after each write, in their order. */
  onWritten?: ((extent: Extent) => Promise<void>) | undefined
}

type Block = {
  bytes: Buffer
  /** So much of it is written. */
  length: number
  /** The part up to its end. */
  extent: Extent
}

/** Writes up to a page of zeros after the end of the part. */
export async function openPartWriter(
  path: string,
  { position = 0, start = NOTHING, onWritten }: Writing = {},
): Promise<PartWriter> {
  const file = await openDirectFile(path, position + start.size)
  const memory = leaseBuffers()
  const queue = queueWrites(file, { memory, start, onWritten })
  let received = start
  let block: Buffer | undefined
  let filled = 0

  const passOn = (size: number) => {
    if (!block) return
    const piece = block.subarray(0, size)
    received = { crc: crc32(piece, received.crc), size: received.size + size }
    const length = Math.ceil(size / DIRECT_BYTES) * DIRECT_BYTES
    queue.add({ bytes: block.fill(0, size, length), length, extent: received })
    block = undefined
  }
  const nextBlock = async () => {
    passOn(filled)
    await queue.room()
    filled = 0
    block = memory.acquire()
    return block
  }
  const flush = async (size: number): Promise<Extent> => {
    passOn(size)
    const written = await queue.finish()
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

    settle: queue.settle,
    async close() {
      await queue.end()
      if (block) memory.release([block])
      await file.close()
    },
  }
}

/** Blocks on their way to the file, in their order. */
function queueWrites(
  file: DirectFile,
  { memory, start, onWritten }: Pick<Writing, 'onWritten'> & { memory: Share; start: Extent },
) {
  const waiting: Block[] = []
  const writes: Promise<void>[] = []
  let onTheWay = 0
  let written = start
  let failure: { error: unknown } | undefined

  const largest = () => Math.max(1, Math.floor(memory.blocks() / (WRITES + 1)))
  const release = (blocks: readonly Block[]) => memory.release(blocks.map(({ bytes }) => bytes))

  const write = async (batch: readonly Block[], before: Promise<void> | undefined) => {
    onTheWay += batch.length
    const pieces = batch.map(({ bytes, length }) => bytes.subarray(0, length))
    const [result] = await Promise.allSettled([file.append(pieces), before])
    try {
      if (result.status === 'rejected') throw result.reason
      if (failure) return
      written = batch.at(-1)?.extent ?? written
      await onWritten?.(written)
    } catch (error) {
      failure ??= { error }
    } finally {
      onTheWay -= batch.length
      release(batch)
      void writes.shift()
      startWrites()
    }
  }
  /** Also after a write: a client that pauses then leaves no more than a batch in memory. */
  const startWrites = (least = Math.min(BATCH_BLOCKS, largest())) => {
    if (failure) return
    while (writes.length < WRITES && waiting.length >= least)
      writes.push(write(waiting.splice(0, largest()), writes.at(-1)))
  }
  const settle = async (): Promise<Extent> => {
    while (writes.length > 0) await writes[0]
    return written
  }
  const orThrow = () => {
    if (failure) throw failure.error
  }

  return {
    add(block: Block): void {
      waiting.push(block)
      startWrites()
    },
    /** Waits until the share of memory has room for another block. */
    async room(): Promise<void> {
      while (waiting.length + onTheWay >= memory.blocks()) {
        orThrow()
        startWrites(1)
        await writes[0]
      }
      orThrow()
    },
    async finish(): Promise<Extent> {
      while (waiting.length > 0) {
        orThrow()
        startWrites(1)
        await writes[0]
      }
      await settle()
      orThrow()
      return written
    },
    settle,
    async end(): Promise<void> {
      await settle()
      release(waiting)
    },
  }
}
