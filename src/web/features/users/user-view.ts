import type { BodyIn } from '#contract/api.ts'
import {
  looksLikeEmail,
  USER_STATUS_LABELS,
  USER_STATUS_NUMBERS,
  USER_STATUSES,
  type UserStatus,
} from '#domain/users.ts'

/** The filter of the list, from the URL. */
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

type SearchRequest = BodyIn<'searchUsers'>['searchReq']

/** Undefined for all users. */
export function searchRequest({ search, status }: UserView): SearchRequest | undefined {
  if (search === '' && status === undefined) return undefined
  return {
    ...(search !== '' && (looksLikeEmail(search) ? { email: search } : { fullName: search })),
    ...(status && { status: USER_STATUS_NUMBERS[status] }),
  }
}
