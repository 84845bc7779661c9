import { MiB } from '#domain/units.ts'

/** A page or a multiple of it, as direct writes need; as much as a socket delivers at a time. */
export const BLOCK_BYTES = MiB(1) / 16
/** So many every upload may hold in any case: one fills while the other is written. */
const OWN_BLOCKS = 2
/** So many are there, beside those, for all uploads together. */
const SHARED_BLOCKS = MiB(8) / BLOCK_BYTES

const free: Buffer[] = []
let sharedInUse = 0

/** One upload's share of the memory in which bytes wait for the disk. */
export type Share = {
  /** How many blocks it may hold: as many shared ones as are free, so that shares become even. */
  blocks(): number
  take(): Buffer
  giveBack(blocks: readonly Buffer[]): void
}

/** No upload waits for a block of another; a slow sender keeps to its own blocks. */
export function leaseBuffers(): Share {
  let held = 0
  const hold = (count: number) => {
    sharedInUse += Math.max(0, count - OWN_BLOCKS) - Math.max(0, held - OWN_BLOCKS)
    held = count
  }
  return {
    blocks: () => OWN_BLOCKS + Math.max(0, SHARED_BLOCKS - sharedInUse),
    take() {
      hold(held + 1)
      return free.pop() ?? newBlock()
    },
    giveBack(blocks) {
      hold(held - blocks.length)
      free.push(...blocks.slice(0, Math.max(0, SHARED_BLOCKS - free.length)))
    },
  }
}

/** A buffer that could grow starts at a page of its own, which direct writes need; others start anywhere. */
const newBlock = (): Buffer => Buffer.from(new ArrayBuffer(BLOCK_BYTES, { maxByteLength: BLOCK_BYTES }), 0, BLOCK_BYTES)
