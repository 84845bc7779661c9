// What all cells of a tile cost at all heights that are looked at, as the kernel has it in memory.
import { BLOCK, type Kernel, type Penalties } from './create-kernel.ts'

/** Of a block: its lowest height in steps, and how many there are from there. */
export type Range = { lowest: number; count: number }

type Sides = { width: number; height: number; ranges: readonly Range[] }

const [FRONT, BACK] = [16, 16]

/** A count in whole eights: so many does the kernel take at once. */
const padded = (count: number): number => (count + 7) & ~7

/** Bytes of a volume of these ranges. */
export const bytesOfVolume = (ranges: readonly Range[]): number =>
  ranges.reduce((sum, { count }) => sum + BLOCK * BLOCK * padded(count) * 3, 0)

export type Volume = ReturnType<typeof layVolume>

/** Reserves it. Sides are whole blocks; ranges are those of the blocks, row by row. */
export function layVolume(kernel: Kernel, { width, height, ranges }: Sides) {
  const blocks = width / BLOCK
  const offsets: number[] = []
  let size = 0
  for (const { count } of ranges) {
    offsets.push(size)
    size += BLOCK * BLOCK * padded(count)
  }
  const slot = FRONT + 2 * padded(Math.max(...ranges.map(({ count }) => count))) + BACK
  const list = (values: readonly number[]): number => {
    const at = kernel.reserve(values.length * 4)
    new Int32Array(kernel.buffer(), at, values.length).set(values)
    return at
  }
  const lowest = list(ranges.map((range) => range.lowest))
  const counts = list(ranges.map(({ count }) => count))
  const starts = list(offsets)
  // The kernel reads 16 bytes at a time, of which the last may lie behind the last cost.
  const costs = kernel.reserve(size + 16)
  const sums = kernel.reserve(size * 2)
  const rows = kernel.reserve(2 * width * slot)
  const leasts = kernel.reserve(2 * width * 4)
  const spare = kernel.reserve(slot)
  // What no height has costs more than any.
  kernel.bytes().fill(255, costs, costs + size)
  const parts = [lowest, counts, starts, costs, sums, rows, slot, leasts, spare]
  const sumsIn = () => new Uint16Array(kernel.buffer(), sums, size)
  return {
    width,
    height,
    blocks,
    ranges,
    /** Where the costs of a block begin in memory, and how far apart those of its cells are. */
    blockAt: (block: number): { out: number; step: number } => ({
      out: costs + (offsets[block] ?? 0),
      step: padded(ranges[block]?.count ?? 0),
    }),
    /** Where a cell begins in the costs and in the sums. */
    cellAt: (x: number, y: number): Range & { start: number } => {
      const block = Math.floor(y / BLOCK) * blocks + Math.floor(x / BLOCK)
      const { lowest: first = 0, count = 0 } = ranges[block] ?? {}
      const within = (y % BLOCK) * BLOCK + (x % BLOCK)
      return { lowest: first, count, start: (offsets[block] ?? 0) + within * padded(count) }
    },
    costs: (): Uint8Array => kernel.bytes().subarray(costs, costs + size),
    sums: sumsIn,
    /** Closes the heights of a block beyond a narrower range, which then cost more than any. */
    narrow: (block: number, narrower: Range): void => {
      const bytes = kernel.bytes()
      const range = ranges[block] ?? narrower
      const from = narrower.lowest - range.lowest
      const to = from + narrower.count
      const step = padded(range.count)
      if (from <= 0 && to >= range.count) return
      const start = costs + (offsets[block] ?? 0)
      for (let cell = 0; cell < BLOCK * BLOCK; cell += 1) {
        const at = start + cell * step
        bytes.fill(255, at, at + Math.max(0, from))
        bytes.fill(255, at + Math.min(to, range.count), at + range.count)
      }
    },
    /** Sums up the paths of all directions, from 0. */
    match: (penalties: Penalties): void => {
      sumsIn().fill(0)
      kernel.addPaths({ width, height, blocks, parts }, penalties)
    },
  }
}
