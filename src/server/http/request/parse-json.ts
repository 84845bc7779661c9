import { AppError } from '#domain/errors.ts'
import { hasDuplicateKey, hasTooManyValues } from './duplicate-keys.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })
const notJson = (): AppError => new AppError('invalid', 'Body is not valid JSON')

/** Without a byte order mark; undefined when the bytes are not valid UTF-8. */
export function decode(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

/** Deeper values would exceed the call stack of those that walk them. */
const DEPTH_MAX = 32

/** Parses a large body under the rules of all bodies, on a worker thread. @throws AppError 'invalid' */
export function parseLargeJson(bytes: Uint8Array, valuesMax: number): unknown {
  const text = decode(bytes)
  if (text === undefined) throw notJson()
  if (hasTooManyValues(text, valuesMax)) throw new AppError('invalid', 'The body has too many values')
  const value = parse(text)
  if (hasDuplicateKey(text)) throw new AppError('invalid', 'An object must not repeat a key')
  rejectUnsafe(value, 0)
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw notJson()
  }
}

/** As the parser of other bodies does: no key may become the prototype of an object. */
function rejectUnsafe(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depth > DEPTH_MAX) throw new AppError('invalid', 'The body is nested too deeply')
  if (Array.isArray(value)) {
    for (const inner of value) rejectUnsafe(inner, depth + 1)
    return
  }
  for (const key of Object.keys(value)) {
    const inner: unknown = (value as Record<string, unknown>)[key]
    const isUnsafe = key === '__proto__' || (key === 'constructor' && hasPrototype(inner))
    if (isUnsafe) throw notJson()
    rejectUnsafe(inner, depth + 1)
  }
}

const hasPrototype = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')
