import type { Report } from '#contract/reports.ts'
import type { FileReceipt } from '#contract/uploads.ts'
import { formatBytes } from '#domain/units.ts'
import { ApiError } from '#web/lib/api.ts'

/** Empty when no answer came. */
export const serverMessage = (error: unknown): string =>
  error instanceof ApiError && error.status !== 0 ? error.message : ''

export const REPORT_FAILED = 'Error while getting report'

export const removalError = (error: unknown): string =>
  serverMessage(error) || 'The file could not be removed. Try again.'

/** A file of which there is only the name. */
export const isInfected = ({ receipts }: Pick<Report, 'receipts'>, index: number): boolean =>
  receipts[index]?.virusScan === 'infected'

/** What is said under the name of a file. */
export function fileLine(size: number | undefined, receipt: FileReceipt | undefined): string | undefined {
  const words = size === undefined ? [] : [formatBytes(size)]
  if (receipt?.virusScan === 'infected') words.push("infected, so that it can't be downloaded")
  return words.join(', ') || undefined
}
