// The arithmetic code of LASzip, as far as its table of chunks needs it: adaptive symbols and bits, and integers coded by
// their difference from a predicted one. (A. Said, Introduction to Arithmetic Coding, 2004; M. Isenburg, LASzip, 2013.)

const LENGTH_MIN = 2 ** 24
const SYMBOL_BITS = 15
const BIT_BITS = 13
const BITS_AT_ONCE = 19

export type ArithmeticDecoder = {
  symbol: (model: SymbolModel) => number
  bit: (model: BitModel) => number
  /** Up to 32. */
  bits: (count: number) => number
}

/** Bytes past the end are zeros. */
export function createArithmeticDecoder(bytes: Uint8Array): ArithmeticDecoder {
  let at = 0
  const next = () => bytes[at++] ?? 0
  let value = ((next() << 24) | (next() << 16) | (next() << 8) | next()) >>> 0
  let length = 2 ** 32 - 1

  const narrow = (from: number, newLength: number) => {
    value -= from
    length = newLength
    while (length < LENGTH_MIN) {
      value = value * 256 + next()
      length *= 256
    }
  }
  const bits = (count: number): number => {
    if (count > BITS_AT_ONCE) return bits(16) + bits(count - 16) * 2 ** 16
    const step = Math.floor(length / 2 ** count)
    const read = Math.floor(value / step)
    narrow(read * step, step)
    return read
  }
  return {
    bits,
    symbol(model) {
      const step = Math.floor(length / 2 ** SYMBOL_BITS)
      const symbol = model.find(Math.floor(value / step))
      const { from, to } = model.range(symbol)
      narrow(from * step, to === undefined ? length - from * step : (to - from) * step)
      model.count(symbol)
      return symbol
    },
    bit(model) {
      const split = model.share() * Math.floor(length / 2 ** BIT_BITS)
      const read = value >= split ? 1 : 0
      if (read === 0) narrow(0, split)
      else narrow(split, length - split)
      model.count(read)
      return read
    },
  }
}

export type SymbolModel = ReturnType<typeof createSymbolModel>

/** How often each of `symbols` symbols is expected, learned from those that came. */
export function createSymbolModel(symbols: number) {
  const counts = new Uint32Array(symbols).fill(1)
  const starts = new Uint32Array(symbols)
  let total = symbols
  let cycle = (symbols + 6) >> 1
  let left = cycle
  const spread = () => {
    const scale = Math.floor(2 ** 31 / total)
    let sum = 0
    for (const [symbol, count] of counts.entries()) {
      starts[symbol] = Math.floor((scale * sum) / 2 ** (31 - SYMBOL_BITS))
      sum += count
    }
  }
  spread()
  return {
    /** The symbol at this place of 0 to 2^15. */
    find(place: number): number {
      let symbol = symbols - 1
      while (symbol > 0 && (starts[symbol] ?? 0) > place) symbol -= 1
      return symbol
    },
    /** The places of a symbol; those of the last one go on to the end. */
    range: (symbol: number) => ({ from: starts[symbol] ?? 0, to: starts[symbol + 1] }),
    count(symbol: number): void {
      counts[symbol] = (counts[symbol] ?? 0) + 1
      left -= 1
      if (left > 0) return
      total += cycle
      if (total > 2 ** SYMBOL_BITS) {
        total = 0
        for (const [each, count] of counts.entries()) total += counts[each] = (count + 1) >> 1
      }
      spread()
      cycle = Math.min((cycle * 5) >> 2, (symbols + 6) << 3)
      left = cycle
    },
  }
}

export type BitModel = ReturnType<typeof createBitModel>

/** How often a bit is expected to be 0. */
export function createBitModel() {
  let zeros = 1
  let total = 2
  let share = 2 ** (BIT_BITS - 1)
  let cycle = 4
  let left = cycle
  return {
    /** Of 2^13. */
    share: (): number => share,
    count(bit: number): void {
      if (bit === 0) zeros += 1
      left -= 1
      if (left > 0) return
      total += cycle
      if (total > 2 ** BIT_BITS) {
        total = (total + 1) >> 1
        zeros = (zeros + 1) >> 1
        if (zeros === total) total += 1
      }
      share = Math.floor((zeros * Math.floor(2 ** 31 / total)) / 2 ** (31 - BIT_BITS))
      cycle = Math.min((cycle * 5) >> 2, 64)
      left = cycle
    },
  }
}

const WORD = 32
const BITS_HIGH = 8

/** Integers of 32 bits in several contexts. */
export function createIntegerDecoder(decoder: ArithmeticDecoder, contexts: number) {
  const lengths = Array.from({ length: contexts }, () => createSymbolModel(WORD + 1))
  const lowest = createBitModel()
  const highs = Array.from({ length: WORD + 1 }, (_, length) => createSymbolModel(2 ** Math.min(length, BITS_HIGH)))

  const correction = (context: number): number => {
    const lengthModel = lengths[context]
    const length = lengthModel ? decoder.symbol(lengthModel) : 0
    if (length === 0) return decoder.bit(lowest)
    const high = highs[length]
    if (length === WORD || !high) return -(2 ** 31)
    const more = Math.max(0, length - BITS_HIGH)
    const read = decoder.symbol(high) * 2 ** more + (more > 0 ? decoder.bits(more) : 0)
    return read >= 2 ** (length - 1) ? read + 1 : read - (2 ** length - 1)
  }
  return (predicted: number, context: number): number => (predicted + correction(context)) | 0
}
