import type { QueryIn } from '#contract/api.ts'
import type { VisibleStatus } from '#domain/analyses.ts'
import { PROJECT_TYPE_MAX } from '#domain/users.ts'
import { fromFilter } from './status-filter.ts'

/** What the list shows. `assignee` is 'me', 'nobody' or an id; days are YYYY-MM-DD. Empty where nothing is chosen. */
export type RequestsFilter = { project: string; assignee: string; from: string; to: string; userId?: string }
export type RequestsView = RequestsFilter & { search: string; first: VisibleStatus | undefined }

/** Invalid parameters of the URL are ignored. */
export const viewFromUrl = (parameters: URLSearchParams): RequestsView => ({
  search: parameters.get('search') ?? '',
  first: fromFilter(parameters.get('status')),
  project: parameters.get('project')?.trim().slice(0, PROJECT_TYPE_MAX) ?? '',
  assignee: matching(parameters.get('assignee'), /^[0-9A-Za-z_-]{1,64}$/),
  from: dayIn(parameters.get('from')),
  to: dayIn(parameters.get('to')),
})

const matching = (text: string | null, pattern: RegExp): string => (text && pattern.test(text) ? text : '')

/** A day of this century or one near it, else empty: while a year is typed, its first digits make one of long ago. */
export function dayIn(text: string | null): string {
  const day = matching(text, /^[1-9]\d{3}-\d\d-\d\d$/)
  return Number.isNaN(Date.parse(day)) ? '' : day
}

/** All requests of a customer. */
export const requestsOf = (userId: string): RequestsView => ({ ...viewFromUrl(new URLSearchParams()), userId })

/** The filter as the server expects it. Days are those of the reader, in any order. */
export function filterQuery({ project, assignee, userId, from, to }: RequestsFilter): QueryIn<'countAnalyses'> {
  const [first, last] = from && to && from > to ? [to, from] : [from, to]
  return {
    ...(project && { project }),
    ...(assignee && { assignee }),
    ...(userId && { userId }),
    ...(first && { fromDate: new Date(`${first}T00:00:00`).toISOString() }),
    ...(last && { toDate: new Date(`${last}T23:59:59.999`).toISOString() }),
  }
}

export const viewQuery = ({ search, first, ...filter }: RequestsView): QueryIn<'exportAnalyses'> => ({
  ...filterQuery(filter),
  ...(search && { search }),
  ...(first && { first }),
})

/** The parameters of the address without a filter. */
export const NO_FILTERS = { project: null, assignee: null, from: null, to: null }

/** The number of chosen filters; a range of days is one. */
export const countFilters = ({ project, assignee, from, to }: RequestsFilter): number =>
  [project, assignee, from || to].filter(Boolean).length
