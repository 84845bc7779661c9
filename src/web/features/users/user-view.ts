import type { BodyIn } from '#contract/api.ts'
import {
  looksLikeEmail,
  USER_STATUS_LABELS,
  USER_STATUS_NUMBERS,
  USER_STATUSES,
  type UserStatus,
} from '#domain/users.ts'

/** What the list shows, as it stands in the address of the screen. */
export type UserView = { search: string; status: UserStatus | undefined }

export const ALL = 'all'
const slugOf = (status: UserStatus): string => status.toLowerCase().replaceAll('_', '-')

export const STATUS_FILTERS = [
  { value: ALL, label: 'All' },
  ...USER_STATUSES.map((status) => ({ value: slugOf(status), label: USER_STATUS_LABELS[status] })),
]

export const statusFilterOf = ({ status }: UserView): string => (status ? slugOf(status) : ALL)

export const viewFromUrl = (parameters: URLSearchParams): UserView => ({
  search: parameters.get('search')?.trim() ?? '',
  status: USER_STATUSES.find((status) => slugOf(status) === parameters.get('status')),
})

/** The parameters after a change; what is left empty is left out. */
export function withSearch(parameters: URLSearchParams, search: string): URLSearchParams {
  return withParameter(parameters, 'search', search.trim())
}

export const withStatusFilter = (parameters: URLSearchParams, filter: string): URLSearchParams =>
  withParameter(parameters, 'status', filter === ALL ? '' : filter)

function withParameter(parameters: URLSearchParams, name: string, value: string): URLSearchParams {
  const changed = new URLSearchParams(parameters)
  if (value === '') changed.delete(name)
  else changed.set(name, value)
  return changed
}

type SearchRequest = BodyIn<'searchUsers'>['searchReq']

/** Undefined when the view asks for all users. */
export function searchRequest({ search, status }: UserView): SearchRequest | undefined {
  if (search === '' && status === undefined) return undefined
  return {
    ...(search !== '' && (looksLikeEmail(search) ? { email: search } : { fullName: search })),
    ...(status && { status: USER_STATUS_NUMBERS[status] }),
  }
}
