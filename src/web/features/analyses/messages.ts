import type { AnalysisOfUser } from '#contract/analyses.ts'
import { statusLabel } from '#domain/analyses.ts'
import { ApiError, hasStatus } from '#web/lib/api.ts'

/** Under 'Error loading users': the text of the specification, then the message of the server. */
export const loadError = (error: unknown, words: string): string[] =>
  error instanceof ApiError && error.status !== 0 ? [words, withRequestId(error)] : [words]

export const statusSaved = (status: string): string => `Status successfully updated to ${statusLabel(status)}`

/** The message for a rejected call, or for a missing response. */
export const statusNotSaved = (error: unknown): string =>
  error instanceof ApiError && error.status !== 0
    ? 'Error updating status'
    : 'An error occurred while updating the status'

export const REASON_REQUIRED = 'Tell the customer why you reject this request.'

/** The receipt of a file. */
export const CHECKING = 'Checking…'
export const READING = 'Reading the file'
export const SAME_FILE = "Same as on the sender's computer"
export const NOT_COMPARED = "Not compared by the sender's computer"
export const DIFFERS = "Differs from the file on the sender's computer. Upload it again."

/** The current request, if a change was rejected because someone else had changed it. */
export const conflictIn = (error: unknown): AnalysisOfUser | undefined =>
  hasStatus(error, 409) && isAnalysis(error.data) ? error.data : undefined

const isAnalysis = (data: unknown): data is AnalysisOfUser =>
  typeof data === 'object' && data !== null && 'analysisRequestId' in data && 'version' in data && 'user' in data

const withRequestId = ({ message, requestId, status }: ApiError): string =>
  requestId && status >= 500 ? `${message} (request ${requestId})` : message
