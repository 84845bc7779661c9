import type { Report } from '#contract/reports.ts'
import type { FileReceipt } from '#contract/uploads.ts'
import { formatBytes } from '#domain/units.ts'
import { messageOr } from '#web/lib/api.ts'

export const REPORT_FAILED = 'Error while getting report'

export const publishError = (error: unknown): string =>
  messageOr(error, 'The report could not be published. Try again.')

export const removalError = (error: unknown): string => messageOr(error, 'The file could not be removed. Try again.')

/** An infected file has a name, but no link. */
export const isInfected = ({ receipts }: Pick<Report, 'receipts'>, index: number): boolean =>
  receipts[index]?.virusScan === 'infected'

/** The text under the name of a file. */
export function fileLine(size: number | undefined, receipt: FileReceipt | undefined): string | undefined {
  const words = size === undefined ? [] : [formatBytes(size)]
  if (receipt?.virusScan === 'infected') words.push("infected, so it can't be downloaded")
  return words.join(', ') || undefined
}
