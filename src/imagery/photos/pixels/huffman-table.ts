// Codes of a JPEG (ITU-T T.81 C and F.2.2).

/** What the next `FAST_BITS` bits begin with; 0 where a longer code begins. See `entryOf`. */
export type HuffmanTable = {
  fast: Int32Array
  /** Of the codes of each length: the first behind the last as the upper bits of 16, and where the first symbol stands less the first code. */
  ends: Int32Array
  shifts: Int32Array
  symbols: Uint8Array
}

export const FAST_BITS = 10
const LENGTH_MAX = 16

/** Null where there are more codes of a length than bits can tell apart, or fewer symbols than codes. */
export function makeHuffmanTable(counts: Uint8Array, symbols: Uint8Array): HuffmanTable | null {
  const table = {
    fast: new Int32Array(1 << FAST_BITS),
    ends: new Int32Array(LENGTH_MAX + 1),
    shifts: new Int32Array(LENGTH_MAX + 1),
    symbols,
  }
  let [code, at] = [0, 0]
  for (let length = 1; length <= LENGTH_MAX; length += 1) {
    table.shifts[length] = at - code
    const count = counts[length - 1] ?? 0
    if (code + count > 1 << length) return null
    for (let index = 0; index < (length <= FAST_BITS ? count : 0); index += 1)
      fill(table.fast, { code: code + index, length, symbol: symbols[at + index] ?? 0 })
    code += count
    at += count
    table.ends[length] = code << (LENGTH_MAX - length)
    code <<= 1
  }
  return at > symbols.length ? null : table
}

type Code = { code: number; length: number; symbol: number }

function fill(fast: Int32Array, { code, length, symbol }: Code): void {
  const free = FAST_BITS - length
  for (let rest = 0; rest < 1 << free; rest += 1) {
    const size = symbol & 15
    const isWhole = size > 0 && size <= free
    const bits = isWhole ? rest >> (free - size) : 0
    const entry = isWhole
      ? entryOf({ length: length + size, run: symbol >> 4, size: 0 }) | (valueOf(bits, size) << 16)
      : entryOf({ length, run: symbol >> 4, size })
    fast[(code << free) | rest] = entry
  }
}

/** Bits 0 to 4: what is used up. 5 to 8: the run of zeros. 9 to 12: the bits of the value that follow; 0 when it stands in the upper 16. */
export const entryOf = ({ length, run, size }: { length: number; run: number; size: number }): number =>
  length | (run << 5) | (size << 9)

/** Of `size` bits: those that begin with a zero are negative. */
export const valueOf = (bits: number, size: number): number => (bits < 1 << (size - 1) ? bits - (1 << size) + 1 : bits)

/** The entry of a code of any length at the top of 32 bits; 0 where there is none. */
export function findLongCode({ ends, shifts, symbols }: HuffmanTable, top: number): number {
  const code = top >>> (32 - LENGTH_MAX)
  for (let length = FAST_BITS + 1; length <= LENGTH_MAX; length += 1)
    if (code < (ends[length] ?? 0)) {
      const symbol = symbols[(code >> (LENGTH_MAX - length)) + (shifts[length] ?? 0)] ?? 0
      return entryOf({ length, run: symbol >> 4, size: symbol & 15 })
    }
  return 0
}
