import type { Kysely } from 'kysely'
import type { VisibleStatus } from '#domain/analyses.ts'
import { isolateName } from '#domain/display-names.ts'
import { projectTypeLabel } from '#domain/users.ts'
import type { Analysis, Schema } from '../../adapters/db/schema.ts'
import type { EmailContent } from '../../adapters/email/template.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { queueEmail } from '../emails/queue-email.ts'
import { selectWithUser } from './queries.ts'

type EmailDeps = Pick<Deps, 'queue' | 'now'> & WithConfig<'publicUrl'>
type Content = Pick<EmailContent, 'subject' | 'paragraphs'>

/** Tells a customer that their archive has arrived. */
export const queueReceivedEmail = (
  trx: Kysely<Schema>,
  deps: EmailDeps,
  { analysisId, fileName }: { analysisId: string; fileName: string },
): Promise<void> =>
  queueToCustomer(trx, deps, {
    analysisId,
    contentFor: (project) => ({
      subject: 'We received your images',
      paragraphs: [
        `Your archive ${isolateName(fileName)} for ${project} has arrived. Our team will review your request next.`,
        "We'll email you when its status changes.",
      ],
    }),
  })

type Change = { before: Analysis['status']; analysis: Pick<Analysis, 'id' | 'status' | 'message'> }

/** Tells a customer about a new status of their request, or a new message for the same status. */
export const queueStatusEmail = (
  trx: Kysely<Schema>,
  deps: EmailDeps,
  { before, analysis: { id, status, message } }: Change,
): Promise<void> =>
  queueToCustomer(trx, deps, {
    analysisId: id,
    contentFor: (project) => {
      const { subject, sentence } = STATUS_TEXTS[status as Exclude<VisibleStatus, 'PROCESSED'>]
      if (before === status)
        return {
          subject: 'New message about your request',
          paragraphs: [`About your request for ${project}:`, message ?? ''],
        }
      return {
        subject,
        paragraphs: [
          sentence(project),
          ...(before === 'PROCESSED'
            ? ["Its report is not available for now. We'll email you when a new one is ready."]
            : []),
          ...(message ? [message] : []),
        ],
      }
    },
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

async function queueToCustomer(
  trx: Kysely<Schema>,
  deps: EmailDeps,
  { analysisId, contentFor }: { analysisId: string; contentFor: (project: string) => Content },
): Promise<void> {
  const { fullName, email, projectType } = await selectWithUser(trx)
    .where('analyses.id', '=', analysisId)
    .executeTakeFirstOrThrow()
  await queueEmail(trx, deps, {
    to: email,
    greeting: `Hello ${isolateName(fullName)},`,
    ...contentFor(isolateName(projectTypeLabel(projectType))),
    action: { label: 'View your request', url: `${deps.config.publicUrl}/my-dashboard?request=${analysisId}` },
  })
}
