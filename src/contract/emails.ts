import { z } from 'zod'
import { endpoint, id, page, paging, timestamp } from './endpoint.ts'

const undeliveredEmail = z.object({
  emailId: z.string(),
  to: z.string(),
  fullName: z.nullable(z.string()).meta({ description: 'The name of the account with this email, if there is one' }),
  subject: z.string(),
  createdTime: timestamp,
  failedTime: timestamp.meta({ description: 'When we stopped trying to send it' }),
  reason: z.string(),
  attempts: z.int(),
  canRetry: z.boolean().meta({ description: 'False when it contains an expired code' }),
})
export type UndeliveredEmail = z.infer<typeof undeliveredEmail>

const onEmails = { tag: 'emails', access: 'admin', limit: 'general' } as const

export const emails = {
  listUndeliveredEmails: endpoint({
    ...onEmails,
    method: 'GET',
    path: '/admin/undelivered-emails',
    summary:
      'Emails of the last 30 days that were not delivered, with the reason, latest first; their content is not shown',
    query: z.object(paging),
    reply: page(undeliveredEmail),
    success: 'Emails loaded',
  }),
  retryEmail: endpoint({
    ...onEmails,
    method: 'POST',
    path: '/admin/retry-email',
    summary: 'Resend an undelivered email',
    body: z.object({ emailId: id }),
    success: 'The email is on its way again',
    errors: [404, 409],
  }),
}
