// The coefficients of a sequential JPEG (ITU-T T.81 F.2).
import { createColourCounter } from './colours.ts'
import { FAST_BITS, findLongCode, type HuffmanTable, valueOf } from './huffman-table.ts'

/** The blocks of a unit, with where their component stands in the scan. */
export type Plan = readonly { isLuma: boolean; at: number; dc: HuffmanTable; ac: HuffmanTable }[]

export const BROKEN = -1
/** What may be read of a block that begins before the end: 64 codes with their values. */
const BLOCK_BITS_MAX = 64 * 32
const COMPONENTS_MAX = 4

/** Of Cb and Cr: where they stand in the scan, and the steps of their means. */
export type Chroma = { cb: { at: number; step: number }; cr: { at: number; step: number } }

/** `data` goes on with 256 bytes behind its last segment. `step` is that of the mean of luma. */
export function createScanReader(data: Uint8Array, step: number, chroma: Chroma | null) {
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  const histogram = new Uint32Array(256)
  const squares = new Float64Array(64)
  const ofLast = new Float64Array(64)
  const ofOthers = new Float64Array(64)
  const colours = createColourCounter()
  let [bit, difference] = [0, 0]

  function readDifference(table: HuffmanTable): boolean {
    const top = view.getUint32(bit >>> 3) << (bit & 7)
    const entry = (table.fast[top >>> (32 - FAST_BITS)] ?? 0) || findLongCode(table, top)
    if (entry === 0) return false
    bit += entry & 31
    const size = (entry >> 9) & 15
    difference = size === 0 ? entry >> 16 : valueOf((view.getUint32(bit >>> 3) << (bit & 7)) >>> (32 - size), size)
    bit += size
    return true
  }

  /** Adds the square of each. */
  function readFrequencies(table: HuffmanTable, into: Float64Array): boolean {
    let at = bit
    for (let k = 1; k < 64; k += 1) {
      const top = view.getUint32(at >>> 3) << (at & 7)
      const entry = (table.fast[top >>> (32 - FAST_BITS)] ?? 0) || findLongCode(table, top)
      if (entry === 0) return false
      at += entry & 31
      const run = (entry >> 5) & 15
      const size = (entry >> 9) & 15
      let value = entry >> 16
      if (size > 0) {
        value = valueOf((view.getUint32(at >>> 3) << (at & 7)) >>> (32 - size), size)
        at += size
      } else if (value === 0 && run < 15) break
      k += run
      if (k > 63) return false
      into[k] = (into[k] ?? 0) + value * value
    }
    bit = at
    return true
  }

  /** Of one segment, as many of `units` as are whole. @returns their number, or BROKEN */
  function read({ from, to }: { from: number; to: number }, { plan, units }: { plan: Plan; units: number }): number {
    const means = new Int32Array(COMPONENTS_MAX)
    const end = 8 * to
    bit = 8 * from
    for (let unit = 0; unit < units; unit += 1) {
      for (const { isLuma, at, dc, ac } of plan) {
        // Of a block that may not be whole, nothing is added before it is known to be.
        const isNearEnd = bit + BLOCK_BITS_MAX > end
        const into = isNearEnd ? ofLast.fill(0) : squares
        const isRead = readDifference(dc) && readFrequencies(ac, isLuma ? into : ofOthers)
        if (!isRead && bit + BLOCK_BITS_MAX < end) return BROKEN
        if (!isRead || bit > end) return unit
        means[at] = (means[at] ?? 0) + difference
        if (!isLuma) continue
        if (isNearEnd) for (const [k, square] of ofLast.entries()) squares[k] = (squares[k] ?? 0) + square
        const luma = Math.max(0, Math.min(255, Math.round(128 + ((means[at] ?? 0) * step) / 8)))
        histogram[luma] = (histogram[luma] ?? 0) + 1
      }
      if (chroma) {
        const { cb, cr } = chroma
        colours.add(((means[cb.at] ?? 0) * cb.step) / 8, ((means[cr.at] ?? 0) * cr.step) / 8)
      }
    }
    return units
  }
  return { read, histogram, squares, colours: colours.result }
}
