import { statusLabel, VISIBLE_STATUSES, type VisibleStatus } from '#domain/analyses.ts'

/** The choices of 'Sort by', in the order of the specification. */
const FILTER_STATUSES: readonly VisibleStatus[] = ['PROCESSED', 'PENDING', 'REJECTED', 'UNDER_REVIEW']

export const STATUS_FILTERS = [
  { value: 'all', label: 'All' },
  ...FILTER_STATUSES.map((status) => ({ value: toFilter(status), label: statusLabel(status) })),
]

/** The form in the URL: 'under review' for UNDER_REVIEW. */
export function toFilter(status: VisibleStatus): string {
  return status.toLowerCase().replaceAll('_', ' ')
}

/** Undefined for 'all', and for unknown values in the URL. */
export const fromFilter = (filter: string | null): VisibleStatus | undefined =>
  VISIBLE_STATUSES.find((status) => toFilter(status) === filter)
