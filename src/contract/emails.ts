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

export const emails = {
  listUndeliveredEmails: endpoint({
    tag: 'emails',
    method: 'GET',
    path: '/admin/undelivered-emails',
    access: 'admin',
    limit: 'general',
    summary:
      'Emails of the last 30 days that were not delivered, with the reason, latest first; their content is not shown',
    query: z.object(paging),
    reply: page(undeliveredEmail),
    success: 'Emails loaded',
  }),
  retryEmail: endpoint({
    tag: 'emails',
    method: 'POST',
    path: '/admin/retry-email',
    access: 'admin',
    limit: 'general',
    summary: 'Resend an undelivered email',
    body: z.object({ emailId: id }),
    success: 'The email is on its way again',
    errors: [404, 409],
  }),
}
