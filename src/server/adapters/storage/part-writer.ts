import { MiB } from '#domain/units.ts'
import { createDirectFile, DIRECT_BYTES } from './direct-file.ts'
import { BLOCK_BYTES, shareMemory } from './upload-memory.ts'

/** A write begins with this much at least: in smaller pieces the disk is slower. */
const BATCH_BLOCKS = MiB(1) / BLOCK_BYTES

/** Writes one part to a new file, batch by batch, and lets the next bytes come in meanwhile. */
export type PartWriter = {
  /** Has copied the chunk when it answers. Waits for the disk only when the part's share of memory is used up. */
  add(chunk: Uint8Array): Promise<void>
  /** Has all bytes on disk when it answers. */
  finish(): Promise<void>
  close(): Promise<void>
}

export async function openPartWriter(path: string): Promise<PartWriter> {
  const file = await createDirectFile(path)
  const memory = shareMemory()
  const full: Buffer[] = []
  let batch: Buffer[] = []
  let writing: Promise<void> | undefined
  let failure: { error: unknown } | undefined
  let block: Buffer | undefined
  let filled = 0
  let size = 0

  const halfOfShare = () => Math.floor(memory.blocks() / 2)

  const writeBatch = async () => {
    batch = full.splice(0, halfOfShare())
    try {
      await file.append(batch)
    } catch (error) {
      failure ??= { error }
    }
    memory.giveBack(batch)
    batch = []
    writing = undefined
  }
  const written = async () => {
    await writing
    if (failure) throw failure.error
  }

  const nextBlock = async () => {
    if (block) full.push(block)
    block = undefined
    if (full.length >= Math.min(BATCH_BLOCKS, halfOfShare())) writing ??= writeBatch()
    while (full.length + batch.length >= memory.blocks()) {
      await written()
      writing ??= writeBatch()
    }
    if (failure) throw failure.error
    block = memory.take()
    filled = 0
    return block
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
      size += chunk.length
    },

    async finish() {
      await written()
      const whole = Math.ceil(filled / DIRECT_BYTES) * DIRECT_BYTES
      if (block) await file.append([...full, block.fill(0, filled, whole).subarray(0, whole)])
      await file.finish(size)
    },

    async close() {
      await writing
      memory.giveBack([...full, ...(block ? [block] : [])])
      await file.close()
    },
  }
}
