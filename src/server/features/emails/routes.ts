import type { Handlers } from '../../handler.ts'
import { listUndeliveredEmails } from './list-undelivered-emails.ts'
import { retryEmail } from './retry-email.ts'

export const emailHandlers = {
  listUndeliveredEmails: ({ deps, query }) => listUndeliveredEmails(deps, query),
  retryEmail: ({ deps, caller, body }) => retryEmail(deps, caller, body),
} satisfies Partial<Handlers>
