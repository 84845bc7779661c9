// Deflate64, which Windows packs large files with: deflate (RFC 1951) with a window of 64 KB, distances of 30 bits and lengths up to
// 65,538 (APPNOTE 4.4.5, method 9).
import { UnreadableArchiveError } from '#domain/archive/byte-reader.ts'

const WINDOW = 65_536
/** At least so much is unpacked at once, but at the end. */
const PIECE = 32_768
const CODE_BITS_MAX = 15
const END_OF_BLOCK = 256
/** A length with its distance takes 60 bits. Behind the last one there are zeros. */
const CODE_BYTES_MAX = 16
/** What the largest tables of a block take: 7 codes of lengths, and 318 lengths of 14 bits. */
const TABLES_BYTES_MAX = 1024
const ORDER_OF_LENGTHS = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

type Steps = readonly { base: number; bits: number }[]
const LENGTHS: Steps = [
  ...Array.from({ length: 8 }, (_, at) => ({ base: 3 + at, bits: 0 })),
  ...stepsFrom(11, 20, (at) => 1 + Math.floor(at / 4)),
  { base: 3, bits: 16 },
]
const DISTANCES: Steps = [
  ...Array.from({ length: 4 }, (_, at) => ({ base: 1 + at, bits: 0 })),
  ...stepsFrom(5, 28, (at) => 1 + Math.floor(at / 2)),
]

function stepsFrom(first: number, count: number, bitsOf: (at: number) => number): Steps {
  let base = first
  return Array.from({ length: count }, (_, at) => {
    const step = { base, bits: bitsOf(at) }
    base += 2 ** step.bits
    return step
  })
}

/** By the next 15 bits, a symbol above the number of its bits; 0 for bits that are no code. */
type Codes = Uint16Array
const FIXED = {
  lengths: codesOf(Uint8Array.from({ length: 288 }, (_, at) => (at < 144 ? 8 : at < 256 ? 9 : at < 280 ? 7 : 8))),
  distances: codesOf(new Uint8Array(32).fill(5)),
}

function codesOf(lengths: Uint8Array): Codes {
  const codes = new Uint16Array(1 << CODE_BITS_MAX)
  let code = 0
  for (let bits = 1; bits <= CODE_BITS_MAX; bits += 1, code <<= 1)
    for (const [symbol, length] of lengths.entries()) {
      if (length !== bits) continue
      if (code >= 1 << bits) throw new UnreadableArchiveError('damaged')
      for (let at = reversed(code, bits); at < codes.length; at += 1 << bits) codes[at] = (symbol << 4) | bits
      code += 1
    }
  return codes
}

function reversed(code: number, bits: number): number {
  let turned = 0
  for (let at = 0; at < bits; at += 1) turned |= ((code >> at) & 1) << (bits - 1 - at)
  return turned
}

/** Pieces of the content. Rejects with UnreadableArchiveError for what is not packed so, and errors of `packed`. */
export async function* inflate64(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const input = createInput(packed[Symbol.asyncIterator]())
  const window = new Uint8Array(WINDOW)
  let [at, given] = [0, 0]
  /** What is in the window and was not given yet. */
  const piece = (): Uint8Array => {
    const from = given
    given = at
    return window.slice(from, at)
  }
  for (let isLast = false; !isLast; ) {
    await input.ensure(TABLES_BYTES_MAX)
    isLast = input.bits(1) === 1
    const kind = input.bits(2)
    if (kind === 0) {
      for (let left = input.storedBytes(); left > 0; left -= 1) {
        await input.ensure(1)
        window[at] = input.bits(8)
        at += 1
        if (at === WINDOW) {
          yield piece()
          ;[at, given] = [0, 0]
        }
      }
      continue
    }
    const { lengths, distances } = kind === 1 ? FIXED : kind === 2 ? readTables(input) : damaged()
    for (;;) {
      if (input.isLow()) await input.ensure(CODE_BYTES_MAX)
      const symbol = input.symbol(lengths)
      if (symbol === END_OF_BLOCK) break
      let count = 1
      let distance = 0
      if (symbol < END_OF_BLOCK) window[at] = symbol
      else {
        count = input.step(LENGTHS, symbol - END_OF_BLOCK - 1)
        distance = input.step(DISTANCES, input.symbol(distances))
      }
      for (; count > 0; count -= 1) {
        if (distance > 0) window[at] = window[(at - distance) & (WINDOW - 1)] ?? 0
        at += 1
        if (at === WINDOW) {
          yield piece()
          ;[at, given] = [0, 0]
        }
      }
      if (at - given >= PIECE) yield piece()
    }
  }
  if (at > given) yield piece()
}

function damaged(): never {
  throw new UnreadableArchiveError('damaged')
}

type Input = ReturnType<typeof createInput>

function createInput(chunks: AsyncIterator<Uint8Array>) {
  let held = new Uint8Array(CODE_BYTES_MAX)
  let [end, bit, isEnded] = [0, 0, false]
  /** As far as there are as many. */
  const ensure = async (bytes: number): Promise<void> => {
    while (!isEnded && end - (bit >>> 3) < bytes) {
      const { done, value } = await chunks.next()
      if (done) {
        isEnded = true
        return
      }
      const from = bit >>> 3
      const joined = new Uint8Array(end - from + value.length + CODE_BYTES_MAX)
      joined.set(held.subarray(from, end))
      joined.set(value, end - from)
      ;[held, end, bit] = [joined, end - from + value.length, bit & 7]
    }
  }
  /** The next 24 bits at least. */
  const ahead = (): number => {
    const from = bit >>> 3
    const four =
      (held[from] ?? 0) | ((held[from + 1] ?? 0) << 8) | ((held[from + 2] ?? 0) << 16) | ((held[from + 3] ?? 0) << 24)
    return four >>> (bit & 7)
  }
  const skip = (count: number): void => {
    bit += count
    if (bit > 8 * end) damaged()
  }
  const bits = (count: number): number => {
    const value = ahead() & ((1 << count) - 1)
    skip(count)
    return value
  }
  const symbol = (codes: Codes): number => {
    const entry = codes[ahead() & ((1 << CODE_BITS_MAX) - 1)] ?? 0
    if (entry === 0) damaged()
    skip(entry & 15)
    return entry >> 4
  }
  return {
    ensure,
    bits,
    symbol,
    isLow: () => end - (bit >>> 3) < CODE_BYTES_MAX,
    step: (steps: Steps, at: number): number => {
      const { base, bits: count } = steps[at] ?? damaged()
      return base + bits(count)
    },
    /** Of a block that is not packed. */
    storedBytes: (): number => {
      skip(-bit & 7)
      const count = bits(16)
      if ((bits(16) ^ count) !== 0xffff) damaged()
      return count
    },
  }
}

function readTables(input: Input): { lengths: Codes; distances: Codes } {
  const [literals, distances, known] = [input.bits(5) + 257, input.bits(5) + 1, input.bits(4) + 4]
  const ofLengths = new Uint8Array(ORDER_OF_LENGTHS.length)
  for (const symbol of ORDER_OF_LENGTHS.slice(0, known)) ofLengths[symbol] = input.bits(3)
  const codes = codesOf(ofLengths)
  const lengths = new Uint8Array(literals + distances)
  for (let at = 0; at < lengths.length; ) {
    const symbol = input.symbol(codes)
    const repeated = symbol === 16 ? (lengths[at - 1] ?? damaged()) : 0
    const count =
      symbol < 16 ? 1 : symbol === 16 ? 3 + input.bits(2) : symbol === 17 ? 3 + input.bits(3) : 11 + input.bits(7)
    if (at + count > lengths.length) damaged()
    lengths.fill(symbol < 16 ? symbol : repeated, at, at + count)
    at += count
  }
  return { lengths: codesOf(lengths.subarray(0, literals)), distances: codesOf(lengths.subarray(literals)) }
}
