import { call } from '#web/lib/api.ts'
import { useChange } from '#web/lib/use-change.ts'
import { useList } from '#web/lib/use-list.ts'

const UNDELIVERED_EMAILS = ['undelivered-emails'] as const

/** The list is opened to see the current problems. */
export const useUndeliveredEmails = () =>
  useList(UNDELIVERED_EMAILS, (after, signal) => call('listUndeliveredEmails', { query: after, signal }), {
    staleTime: 0,
  })

export const useRetryEmail = () =>
  useChange(UNDELIVERED_EMAILS, (emailId: string) => call('retryEmail', { body: { emailId } }))
