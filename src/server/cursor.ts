import { AppError } from '#domain/errors.ts'

/** A place in a list: the sort keys of the row before it. */
export const encodeCursor = (keys: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(keys)).toString('base64url')

/** @throws AppError when `cursor` does not hold `[rank, ISO time, id]`. */
export function decodeCursor(cursor: string): { rank: number; at: Date; id: string } {
  const [rank, time, id] = parse(cursor)
  const at = new Date(typeof time === 'string' ? time : Number.NaN)
  if ((rank !== 0 && rank !== 1) || Number.isNaN(at.getTime()) || typeof id !== 'string')
    throw new AppError('invalid', 'This page can no longer be found. Load the list again.', {
      errors: [{ field: 'after', message: 'This is not a cursor of this list' }],
    })
  return { rank, at, id }
}

function parse(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

/** `%` and `_` in what a person typed stand for themselves. */
export const containsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`
