import type { Handlers } from '../../handler.ts'
import { listUndeliveredEmails } from './list-lost-letters.ts'
import { retryEmail } from './retry-letter.ts'

export const letterHandlers = {
  listUndeliveredEmails: ({ deps, query }) => listUndeliveredEmails(deps, query),
  retryEmail: ({ deps, caller, body }) => retryEmail(deps, caller, body),
} satisfies Partial<Handlers>
