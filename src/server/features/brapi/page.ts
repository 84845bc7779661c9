import { BRAPI_PAGE_SIZE_MAX } from '#contract/brapi.ts'

export type Paging = { page: number; pageSize: number }

const metadataOf = ({ page, pageSize }: Paging, totalCount: number) => ({
  datafiles: [],
  status: [{ message: 'Loaded', messageType: 'INFO' as const }],
  pagination: { currentPage: page, pageSize, totalCount, totalPages: Math.ceil(totalCount / pageSize) },
})

/** A page of a list that is longer. */
export const pageOf = <Row>(data: Row[], paging: Paging, totalCount: number) => ({
  metadata: metadataOf(paging, totalCount),
  result: { data },
})

/** The page of a list that is all here. */
export const pageOfAll = <Row>(rows: readonly Row[], paging: Paging) =>
  pageOf(rows.slice(...boundsOf(paging)), paging, rows.length)

/** A list of which a page reads a part. */
export type Part<Row> = { count: number; read: (from: number, limit: number) => Promise<readonly Row[]> }

/** The page of lists that stand one after another. */
export async function pageOfParts<Row>(parts: readonly Part<Row>[], paging: Paging) {
  const [from, to] = boundsOf(paging)
  const rows: Row[] = []
  let start = 0
  for (const { count, read } of parts) {
    const [first, end] = [Math.max(0, from - start), Math.min(count, to - start)]
    if (first < end) rows.push(...(await read(first, end - first)))
    start += count
  }
  return pageOf(rows, paging, start)
}

export const single = <Result>(
  result: Result,
  paging: Paging = { page: 0, pageSize: BRAPI_PAGE_SIZE_MAX },
  total = 1,
) => ({
  metadata: metadataOf(paging, total),
  result,
})

/** The first row of a page, and the one after its last. */
export const boundsOf = ({ page, pageSize }: Paging): [from: number, to: number] => [
  page * pageSize,
  (page + 1) * pageSize,
]
