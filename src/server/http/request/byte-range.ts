import type { ByteRange } from '#server/adapters/storage/storage.ts'

/**
 * The single range of a Range header (RFC 9110, section 14). Undefined means the whole file, which is also the answer to
 * several ranges and to invalid ones.
 */
export function readByteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=\s*(?<first>\d{0,15})-(?<last>\d{0,15})\s*$/i.exec(header ?? '')?.groups
  const { first = '', last = '' } = match ?? {}
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return undefined
  if (start >= size) return 'unsatisfiable'
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) }
}
