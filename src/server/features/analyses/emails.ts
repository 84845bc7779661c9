import type { AnalysisStatus, VisibleStatus } from '#domain/analyses.ts'
import { isolateName } from '#domain/display-names.ts'
import { projectTypeLabel } from '#domain/users.ts'
import { type EmailContent, helloTo } from '../../adapters/email/template.ts'

/** A request, and the customer whom an email about it greets. */
export type RequestOfCustomer = {
  fullName: string
  projectType: string
  /** The request on the customer's dashboard. */
  url: string
}

const frame = ({ fullName, url }: RequestOfCustomer) => ({
  greeting: helloTo({ fullName }),
  action: { label: 'View your request', url },
})

const projectOf = ({ projectType }: RequestOfCustomer): string => isolateName(projectTypeLabel(projectType))

export const receivedEmail = (request: RequestOfCustomer, { fileName }: { fileName: string }): EmailContent => ({
  ...frame(request),
  subject: 'We received your images',
  paragraphs: [
    `Your archive ${isolateName(fileName)} for ${projectOf(request)} has arrived. Our team will review your request next.`,
    "We'll email you when its status changes.",
  ],
})

const STATUS_TEXTS: Record<
  Exclude<VisibleStatus, 'PROCESSED'>,
  { subject: string; sentence: (project: string) => string }
> = {
  PENDING: {
    subject: 'Your request is waiting for review',
    sentence: (project) => `Your request for ${project} is waiting for review.`,
  },
  UNDER_REVIEW: {
    subject: 'Your request is under review',
    sentence: (project) => `We are reviewing your request for ${project}.`,
  },
  REJECTED: {
    subject: 'Your request was rejected',
    sentence: (project) => `We can't process your request for ${project}.`,
  },
}

export type StatusChange = { before: AnalysisStatus; status: keyof typeof STATUS_TEXTS; message: string | null }

/** A new status, or a new message for the same one. */
export function statusEmail(request: RequestOfCustomer, { before, status, message }: StatusChange): EmailContent {
  const { subject, sentence } = STATUS_TEXTS[status]
  const isSame = before === status
  const isWithdrawn = before === 'PROCESSED'
  return {
    ...frame(request),
    subject: isSame ? 'New message about your request' : subject,
    paragraphs: isSame
      ? [`We wrote to you about your request for ${projectOf(request)}:`]
      : [
          sentence(projectOf(request)),
          ...(isWithdrawn ? ["Its report isn't available for now. We'll email you when a new one is ready."] : []),
        ],
    ...(message ? { quote: message } : {}),
  }
}
