import type { ReadRange } from '#domain/archive/byte-reader.ts'

/** The first read takes up to `bytes` of a file of `size` bytes, from which later ones are served: each takes a browser about a millisecond. */
export function readAhead(readRange: ReadRange, { bytes, size }: { bytes: number; size: number }): ReadRange {
  let held: { from: number; to: number; found: Promise<Uint8Array> } | undefined
  return async (from, to) => {
    if (!held) {
      const end = Math.max(to, Math.min(size, from + bytes))
      held = { from, to: end, found: readRange(from, end) }
    }
    if (from < held.from || to > held.to) return readRange(from, to)
    return (await held.found).subarray(from - held.from, to - held.from)
  }
}
