// The arithmetic code of LASzip, as it is written. (A. Said, Introduction to Arithmetic Coding, 2004; M. Isenburg, LASzip, 2013.)
import { type BitModel, createBitModel, createSymbolModel, type SymbolModel } from './arithmetic-decoder.ts'

const [LENGTH_MIN, WHOLE] = [2 ** 24, 2 ** 32]
const [SYMBOL_BITS, BIT_BITS, BITS_AT_ONCE] = [15, 13, 19]

export type ArithmeticEncoder = ReturnType<typeof createArithmeticEncoder>

/** Narrows a number down with as many bytes as it takes. */
export function createArithmeticEncoder() {
  let bytes = new Uint8Array(2 ** 16)
  let [count, base, length] = [0, 0, WHOLE - 1]

  const put = (byte: number): void => {
    if (count === bytes.length) {
      const larger = new Uint8Array(2 * count)
      larger.set(bytes)
      bytes = larger
    }
    bytes[count] = byte
    count += 1
  }
  const carry = (): void => {
    let at = count - 1
    for (; bytes[at] === 255; at -= 1) bytes[at] = 0
    bytes[at] = (bytes[at] ?? 0) + 1
  }
  const narrow = (from: number, newLength: number): void => {
    base += from
    length = newLength
    if (base >= WHOLE) {
      base -= WHOLE
      carry()
    }
    while (length < LENGTH_MIN) {
      put(Math.floor(base / LENGTH_MIN))
      base = (base % LENGTH_MIN) * 256
      length *= 256
    }
  }
  const bits = (value: number, many: number): void => {
    if (many > BITS_AT_ONCE) {
      bits(value % 2 ** 16, 16)
      return bits(Math.floor(value / 2 ** 16), many - 16)
    }
    const step = Math.floor(length / 2 ** many)
    narrow(value * step, step)
  }
  return {
    bits,
    symbol(symbol: number, model: SymbolModel): void {
      const step = Math.floor(length / 2 ** SYMBOL_BITS)
      const { from, to } = model.range(symbol)
      narrow(from * step, to === undefined ? length - from * step : (to - from) * step)
      model.count(symbol)
    },
    bit(bit: number, model: BitModel): void {
      const split = model.share() * Math.floor(length / 2 ** BIT_BITS)
      if (bit === 0) narrow(0, split)
      else narrow(split, length - split)
      model.count(bit)
    },
    /** All bytes. A decoder reads four ahead. */
    end(): Uint8Array {
      const isLong = length > 2 * LENGTH_MIN
      narrow(isLong ? LENGTH_MIN : LENGTH_MIN / 2, isLong ? LENGTH_MIN / 2 : LENGTH_MIN / 512)
      for (let zero = 0; zero < (isLong ? 3 : 2); zero += 1) put(0)
      return bytes.slice(0, count)
    },
  }
}

const [WORD, BITS_HIGH] = [32, 8]

/** Integers of 32 bits in several contexts, by how far they are from a predicted one. */
export function createIntegerEncoder(encoder: ArithmeticEncoder, contexts: number) {
  const lengths = Array.from({ length: contexts }, () => createSymbolModel(WORD + 1))
  const lowest = createBitModel()
  const highs = Array.from({ length: WORD + 1 }, (_, length) => createSymbolModel(2 ** Math.min(length, BITS_HIGH)))

  /** Returns how many bits the difference took. */
  return (value: number, predicted: number, context: number): number => {
    const difference = (value - predicted) | 0
    const length = lengthOf(difference)
    const [lengthModel, high] = [lengths[context], highs[length]]
    if (!lengthModel || !high) throw new Error(`There is no context ${context}`)
    encoder.symbol(length, lengthModel)
    if (length === 0) encoder.bit(difference, lowest)
    else if (length < WORD) {
      const more = Math.max(0, length - BITS_HIGH)
      const shifted = difference > 0 ? difference - 1 : difference + 2 ** length - 1
      encoder.symbol(Math.floor(shifted / 2 ** more), high)
      if (more > 0) encoder.bits(shifted % 2 ** more, more)
    }
    return length
  }
}

/** The bits that a difference takes: 0 and 1 take none, 2 and -1 take one. */
const lengthOf = (difference: number): number =>
  difference === -(2 ** 31) ? WORD : WORD - Math.clz32(difference > 0 ? difference - 1 : -difference)
