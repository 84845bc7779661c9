import type { AnalysisOfUser } from '#contract/analyses.ts'
import { statusLabel, type VisibleStatus } from '#domain/analyses.ts'
import { ApiError, hasStatus, withRequestId } from '#web/lib/api.ts'

/** Under 'Error loading users': the text of the specification, then the message of the server. */
export const loadError = (error: unknown, words: string): string[] =>
  error instanceof ApiError && error.status !== 0 ? [words, withRequestId(error)] : [words]

export const statusSaved = (status: string): string => `Status successfully updated to ${statusLabel(status)}`

/** The message for a rejected call, or for a missing response. */
export const statusNotSaved = (error: unknown): string =>
  error instanceof ApiError && error.status !== 0
    ? 'Error updating status'
    : 'An error occurred while updating the status'

export const UNKNOWN_REQUEST =
  "We couldn't find this request. Check the link, or look for the request on your dashboard."

const NEXT_STEPS = {
  PENDING:
    "Your archive has arrived. Our team reviews it next, and we'll email you when your request's status changes.",
  UNDER_REVIEW: "Our team is working on your images. We'll email you when your report is ready.",
  PROCESSED: 'Your report is ready.',
  REJECTED: "We can't process this request as it is. Read our message, then send a new archive here.",
} satisfies Record<VisibleStatus, string>

const nextSteps = new Map<string, string>(Object.entries(NEXT_STEPS))

/** What a status means for the customer; nothing for one that is new to this screen. */
export const nextStep = (status: string): string | undefined => nextSteps.get(status)

export const STAFF_FAILED = 'The list of staff could not be loaded.'
export const ASSIGNEE_NOT_SAVED = 'The assignee could not be saved. Check your connection, then try again.'

export const REASON_REQUIRED = 'Tell the customer why you reject this request.'

/** The receipt of a file. */
export const CHECKING = 'Checking…'
export const READING = 'Reading the file'
export const SAME_FILE = 'Arrived unchanged'
export const NOT_COMPARED = 'Not verified against the original'
export const DIFFERS = 'Differs from the original file. Upload it again.'

/** The current request, if a change was rejected because someone else had changed it. */
export const conflictIn = (error: unknown): AnalysisOfUser | undefined =>
  hasStatus(error, 409) && isAnalysis(error.data) ? error.data : undefined

const isAnalysis = (data: unknown): data is AnalysisOfUser =>
  typeof data === 'object' && data !== null && 'analysisRequestId' in data && 'version' in data && 'user' in data
