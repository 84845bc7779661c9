import { z } from 'zod'
import { id, timestamp } from '#contract/endpoint.ts'
import { AppError } from '#domain/errors.ts'
import type { Count } from './bounded-count.ts'

/** Pages by number are read from the first row on, so they go no further; a cursor does. */
const NUMBERED_MAX = 10_000

/** A place in a list: the sort keys of the row before it. `rank` is 1 for rows that a sort lifts above all others. */
export type Place = { rank: 0 | 1; at: Date; id: string }

/** Cuts one page from rows of which one more than a page was asked for; `next` is the cursor of the page after it. */
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

/** Which rows of a list a call asks for, and one more, which tells whether there is a next page. */
export const readPageRequest = ({
  from,
  pageSize,
  after,
}: {
  from: number
  pageSize: number
  after?: string | undefined
}) => ({
  place: after ? decodeCursor(after) : undefined,
  skip: after ? 0 : from * pageSize,
  limit: pageSize + 1,
})

/** @throws AppError for a page by number that lies too deep; past the end of a list that was counted to its end there is nothing to read. */
export function rejectDeepOffset(skip: number, { isTotalExact }: Pick<Count, 'isTotalExact'>): void {
  if (skip <= NUMBERED_MAX || isTotalExact) return
  const message = 'Pages have numbers up to row 10,000. Go on with `after`.'
  throw new AppError('invalid', message, { errors: [{ field: 'from', message }] })
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
