import { type BitModel, createBitModel, createSymbolModel, type SymbolModel } from '../arithmetic-decoder.ts'

const LENGTH_MIN = 2n ** 24n
const BYTES_AT_END = 8

/** The inverse of the decoder: a number is narrowed down with as many digits as it takes. */
function createArithmeticEncoder() {
  let [base, length, shifts] = [0n, 2n ** 32n - 1n, 0]
  const narrow = (from: bigint, newLength: bigint) => {
    base += from
    length = newLength
    for (; length < LENGTH_MIN; shifts += 1) {
      base <<= 8n
      length <<= 8n
    }
  }
  return {
    symbol(symbol: number, model: SymbolModel): void {
      const step = length >> 15n
      const { from, to } = model.range(symbol)
      const start = BigInt(from) * step
      narrow(start, to === undefined ? length - start : BigInt(to) * step - start)
      model.count(symbol)
    },
    bit(bit: number, model: BitModel): void {
      const split = BigInt(model.share()) * (length >> 13n)
      if (bit === 0) narrow(0n, split)
      else narrow(split, length - split)
      model.count(bit)
    },
    bits(value: number, count: number): void {
      if (count > 16) {
        this.bits(value % 2 ** 16, 16)
        return this.bits(Math.floor(value / 2 ** 16), count - 16)
      }
      const step = length >> BigInt(count)
      narrow(BigInt(value) * step, step)
    },
    end(): Uint8Array {
      const digits = (base + length / 2n).toString(16).padStart((4 + shifts) * 2, '0')
      return new Uint8Array([
        ...(digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)),
        ...Array(BYTES_AT_END).fill(0),
      ])
    },
  }
}

/** Integers of 32 bits by their difference from the one before them in their context. */
export function encodeIntegers(values: readonly { value: number; context: number }[], contexts: number): Uint8Array {
  const encoder = createArithmeticEncoder()
  const lengths = Array.from({ length: contexts }, () => createSymbolModel(33))
  const lowest = createBitModel()
  const highs = Array.from({ length: 33 }, (_, length) => createSymbolModel(2 ** Math.min(length, 8)))
  const before = Array<number>(contexts).fill(0)
  for (const { value, context } of values) {
    const difference = (value - (before[context] ?? 0)) | 0
    before[context] = value
    const length = lengthOf(difference)
    encoder.symbol(length, lengths[context] ?? createSymbolModel(33))
    if (length === 0) encoder.bit(difference, lowest)
    else if (length < 32) {
      const more = Math.max(0, length - 8)
      const shifted = difference > 0 ? difference - 1 : difference + 2 ** length - 1
      encoder.symbol(Math.floor(shifted / 2 ** more), highs[length] ?? createSymbolModel(1))
      if (more > 0) encoder.bits(shifted % 2 ** more, more)
    }
  }
  return encoder.end()
}

/** The bits that a difference takes: 0 and 1 take none, 2 and -1 take one. */
function lengthOf(difference: number): number {
  if (difference === -(2 ** 31)) return 32
  let length = 0
  while (difference > 2 ** length || difference < 1 - 2 ** length) length += 1
  return length
}
