import { z } from 'zod'
import { id, timestamp } from '#contract/endpoint.ts'
import { AppError, errorAt } from '#domain/errors.ts'
import type { Count } from './bounded-count.ts'

/** The last row that page numbers reach, because such pages are read from the first row. Cursors have no limit. */
const NUMBERED_MAX = 10_000

/** A position in a list: the sort keys of the row before it. `rank` is 1 for rows that are sorted before all others. */
export type Place = { rank: 0 | 1; at: Date; id: string }

/** Takes one page from rows that were queried with one extra row. `next` is the cursor of the next page. */
export function toPage<Row>(
  found: readonly Row[],
  pageSize: number,
  placeOf: (row: Row) => Pick<Place, 'at' | 'id'> & Partial<Place>,
): { rows: Row[]; next: string | null } {
  const rows = found.slice(0, pageSize)
  const last = rows.at(-1)
  return { rows, next: last && found.length > pageSize ? encodeCursor(placeOf(last)) : null }
}

const encodeCursor = ({ rank = 0, at, id: ofRow }: Pick<Place, 'at' | 'id'> & Partial<Place>): string =>
  Buffer.from(JSON.stringify([rank, at.toISOString(), ofRow])).toString('base64url')

const place = z.tuple([z.literal([0, 1]), timestamp, id])

/** @throws AppError when `cursor` does not hold `[rank, ISO time, id]`. */
export function decodeCursor(cursor: string): Place {
  const parsed = place.safeParse(parse(cursor))
  if (!parsed.success)
    throw new AppError('invalid', 'This page can no longer be found. Load the list again.', {
      errors: [{ field: 'after', message: 'This is not a cursor of this list' }],
    })
  const [rank, time, ofRow] = parsed.data
  return { rank, at: new Date(time), id: ofRow }
}

type PageRequest = { from: number; pageSize: number; after?: string | undefined }

/** The rows that a call requests, and one extra row, which shows whether there is a next page. */
export const readPageRequest = ({ from, pageSize, after }: PageRequest) => ({
  place: after ? decodeCursor(after) : undefined,
  skip: after ? 0 : from * pageSize,
  limit: pageSize + 1,
})

/** @throws AppError for a page number that is too high. Past the end of a list with an exact count, there is nothing to read. */
export function rejectDeepOffset(skip: number, { isTotalExact }: Pick<Count, 'isTotalExact'>): void {
  if (skip <= NUMBERED_MAX || isTotalExact) return
  throw errorAt('from', 'Pages have numbers up to row 10,000. Continue with `after`.')
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
