import { MiB } from '#domain/units.ts'

/** A page or a multiple of it, as direct writes need; as much as a socket delivers at a time. */
export const BLOCK_BYTES = MiB(1) / 16
/** Blocks that every upload may hold in any case: one fills while the other is written. */
const OWN_BLOCKS = 2
/** Further blocks, for all uploads together. */
const SHARED_BLOCKS = MiB(8) / BLOCK_BYTES

const free: Buffer[] = []
let sharedInUse = 0

/** One upload's share of the memory in which bytes wait for the disk. */
export type Share = {
  /** How many blocks it may hold now: as many shared ones as are free, so shares become even. */
  blocks(): number
  acquire(): Buffer
  release(blocks: readonly Buffer[]): void
}

/** No upload waits for a block of another; a slow client uses only its own blocks. */
export function leaseBuffers(): Share {
  let held = 0
  const hold = (count: number) => {
    sharedInUse += Math.max(0, count - OWN_BLOCKS) - Math.max(0, held - OWN_BLOCKS)
    held = count
  }
  return {
    blocks: () => OWN_BLOCKS + Math.max(0, SHARED_BLOCKS - sharedInUse),
    acquire() {
      hold(held + 1)
      return free.pop() ?? newBlock()
    },
    release(blocks) {
      hold(held - blocks.length)
      free.push(...blocks.slice(0, Math.max(0, SHARED_BLOCKS - free.length)))
    },
  }
}

/** A resizable buffer starts at a page boundary, which direct writes need; others start anywhere. */
const newBlock = (): Buffer => Buffer.from(new ArrayBuffer(BLOCK_BYTES, { maxByteLength: BLOCK_BYTES }), 0, BLOCK_BYTES)
