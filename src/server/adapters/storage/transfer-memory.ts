import { MiB } from '#domain/units.ts'

/** A page or a multiple of it, as direct writes need; as large as what a socket delivers at a time. */
export const BLOCK_BYTES = MiB(1) / 16
/** What all transfers together may hold, beside the two blocks that each may hold in any case. */
const SHARED_BLOCKS = MiB(8) / BLOCK_BYTES

let transfers = 0
const free: Buffer[] = []

/** One transfer's share of the memory in which bytes lie on their way between the network and the disk. */
export type Share = {
  /** How many blocks it may hold: fewer, the more transfers there are. */
  blocks(): number
  take(): Buffer
  giveBack(blocks: readonly Buffer[]): void
  leave(): void
}

/** Nobody waits for the memory of another, so a slow transfer costs the others nothing but the size of their shares. */
export function joinTransfers(): Share {
  transfers += 1
  return {
    blocks: () => Math.max(2, Math.floor(SHARED_BLOCKS / transfers)),
    take: () => free.pop() ?? newBlock(),
    giveBack: (blocks) => {
      free.push(...blocks.slice(0, Math.max(0, SHARED_BLOCKS - free.length)))
    },
    leave: () => {
      transfers -= 1
    },
  }
}

/** A buffer that could grow starts at a page of its own, which direct writes need; others start anywhere. */
const newBlock = (): Buffer => Buffer.from(new ArrayBuffer(BLOCK_BYTES, { maxByteLength: BLOCK_BYTES }), 0, BLOCK_BYTES)
