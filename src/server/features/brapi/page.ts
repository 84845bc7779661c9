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
