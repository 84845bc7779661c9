import { z } from 'zod'
import { endpoint, id, page, paging, timestamp } from './endpoint.ts'

const lostLetter = z.object({
  letterId: z.string(),
  to: z.string(),
  fullName: z.nullable(z.string()).meta({ description: 'Of the account with this email, if there is one' }),
  subject: z.string(),
  writtenTime: timestamp,
  lostTime: timestamp.meta({ description: 'When it was given up' }),
  reason: z.string(),
  tries: z.int(),
  mayRetry: z.boolean().meta({ description: 'False when it holds a code that is no longer good' }),
})
export type LostLetter = z.infer<typeof lostLetter>

export const letters = {
  listLostLetters: endpoint({
    tag: 'letters',
    method: 'GET',
    path: '/admin/lost-letters',
    access: 'admin',
    limit: 'general',
    summary: 'Letters that did not arrive and why, of the last 30 days, latest first; what is in them nobody is shown',
    query: z.object(paging),
    reply: page(lostLetter),
    success: 'Letters loaded',
  }),
  retryLetter: endpoint({
    tag: 'letters',
    method: 'POST',
    path: '/admin/retry-letter',
    access: 'admin',
    limit: 'general',
    summary: 'Send a letter again that did not arrive',
    body: z.object({ letterId: id }),
    success: 'The letter is on its way again',
    errors: [404, 409],
  }),
}
