import { ApiError, serverMessage } from '#web/lib/api.ts'

/** What went wrong: the first field's message, where there is one. */
export const problemOf = (error: unknown): string =>
  (error instanceof ApiError ? error.errors[0]?.message : undefined) ?? serverMessage(error)

export const STAT_NAMES = {
  mean: 'Mean',
  median: 'Median',
  sd: 'Standard deviation',
  cv_pct: 'Coefficient of variation, %',
  min: 'Minimum',
  p05: '5th percentile',
  p10: '10th percentile',
  p25: '25th percentile',
  p75: '75th percentile',
  p90: '90th percentile',
  p95: '95th percentile',
  p99: '99th percentile',
  max: 'Maximum',
} as const

export const SCOPE_NAMES = { all: 'All pixels', veg: 'Plants only' } as const

export const MASK_NAMES = {
  exg: 'Excess green above a threshold',
  exgr: 'Excess green minus excess red above a threshold',
  otsu: 'Excess green, threshold by Otsu',
  'g>r': 'More green than red',
  none: 'No mask',
} as const

/** For people: four digits that count, and an en dash for nothing. */
export const valueText = (value: number | null | undefined): string =>
  value === null || value === undefined
    ? '–'
    : Math.abs(value) >= 1000
      ? Math.round(value).toLocaleString('en')
      : String(Number(value.toPrecision(4)))

export const unitText = (unit: string): string => (unit === '1' ? '' : unit)
