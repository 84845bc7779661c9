import { createArithmeticEncoder, createIntegerEncoder } from '../arithmetic-encoder.ts'

/** Each predicted from the one before it in its context. */
export function encodeIntegers(values: readonly { value: number; context: number }[], contexts: number): Uint8Array {
  const encoder = createArithmeticEncoder()
  const encode = createIntegerEncoder(encoder, contexts)
  const before = Array<number>(contexts).fill(0)
  for (const { value, context } of values) {
    encode(value, before[context] ?? 0, context)
    before[context] = value
  }
  return encoder.end()
}
