import { dateText } from '#domain/dates.ts'
import { flagText, unitText, valueText as valueInFiles } from '#domain/trial-words.ts'

export { problemOf } from '#web/lib/api.ts'

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
  iqr: 'Interquartile range',
  uniformity: 'Variation along the plot, %',
} as const

export const SCOPE_NAMES = { all: 'All pixels', veg: 'Plants only' } as const

export { MASK_NAMES, maskPhrase, unitText } from '#domain/trial-words.ts'

/** As screens show it. */
export const valueText = (value: number | null | undefined, unit: string): string =>
  dateText(valueInFiles(value, unit)).replace(/^-/, '−')

/** A heading with the unit of what is below it, where that has one. */
export const headingText = (title: string, unit: string): string => [title, unitText(unit)].filter(Boolean).join(', ')

/** With its unit, where it has one. */
export const figureText = (value: number | null | undefined, unit: string): string =>
  `${valueText(value, unit)} ${unitText(unit)}`.trimEnd()

export const flagsText = (flags: readonly string[] | undefined): string => (flags ?? []).map(flagText).join(', ')

/** As names of files begin with it. */
export const inFileName = (name: string): string => name.replace(/[^\p{L}\p{N}-]+/gu, '_')

/** Of a correlation; not '−0.00'. */
export const coefficientText = (r: number): string => (Math.round(r * 100) / 100 || 0).toFixed(2).replace('-', '−')
