import type { SelectQueryBuilder } from 'kysely'
import { BRAPI_PAGE_SIZE_MAX } from '#contract/brapi/brapi.ts'
import type { Database } from '../../adapters/db/schema.ts'
import { countAll } from '../../lists/bounded-count.ts'

export type Paging = { page: number; pageSize: number }

/**
 * Rows of a page, and how many there are in all; a page may have less than was asked for, where rows are costly. `warnings` say what of the
 * question was not answered.
 */
export type Page<Row> = { rows: readonly Row[]; total: number; pageSize?: number; warnings?: readonly string[] }

export const metadataOf = ({ page, pageSize }: Paging, totalCount: number, warnings: readonly string[] = []) => ({
  datafiles: [],
  status: [
    ...warnings.map((message) => ({ message, messageType: 'WARNING' as const })),
    { message: 'Loaded', messageType: 'INFO' as const },
  ],
  pagination: { currentPage: page, pageSize, totalCount, totalPages: Math.ceil(totalCount / pageSize) },
})

export const single = <Result>(result: Result, warnings: readonly string[] = []) => ({
  metadata: metadataOf({ page: 0, pageSize: BRAPI_PAGE_SIZE_MAX }, 1, warnings),
  result,
})

/** The page of a list that is all here. */
export const pageOfAll = <Row>(rows: readonly Row[], paging: Paging): Page<Row> => ({
  rows: rows.slice(...boundsOf(paging)),
  total: rows.length,
})

/** A list of which a page reads a part. */
export type Part<Row> = { count: number; read: (from: number, limit: number) => Promise<readonly Row[]> }

export const partOfAll = <Row>(rows: readonly Row[]): Part<Row> => ({
  count: rows.length,
  read: async (from, limit) => rows.slice(from, from + limit),
})

/** The rows of a query, which are counted without their order. */
export async function partOfQuery<DB, TB extends keyof DB, Found, Row>(
  db: Database,
  query: SelectQueryBuilder<DB, TB, Found>,
  show: (rows: Found[]) => readonly Row[] | Promise<readonly Row[]>,
): Promise<Part<Row>> {
  return {
    count: await countAll(db, query.clearOrderBy()),
    read: async (from, limit) => show(await query.limit(limit).offset(from).execute()),
  }
}

/** The page of lists that stand one after another. */
export async function pageOfParts<Row>(parts: readonly Part<Row>[], paging: Paging): Promise<Page<Row>> {
  const [from, to] = boundsOf(paging)
  const rows: Row[] = []
  let start = 0
  for (const { count, read } of parts) {
    const [first, end] = [Math.max(0, from - start), Math.min(count, to - start)]
    if (first < end) rows.push(...(await read(first, end - first)))
    start += count
  }
  return { rows, total: start }
}

/** The first row of a page, and the one after its last. */
export const boundsOf = ({ page, pageSize }: Paging): [from: number, to: number] => [
  page * pageSize,
  (page + 1) * pageSize,
]
