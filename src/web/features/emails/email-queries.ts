import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '#web/lib/api.ts'
import { useChange } from '#web/lib/use-change.ts'

const UNDELIVERED_EMAILS = ['undelivered-emails'] as const

export function useUndeliveredEmails() {
  return useInfiniteQuery({
    queryKey: UNDELIVERED_EMAILS,
    queryFn: ({ pageParam, signal }) =>
      call('listUndeliveredEmails', { query: pageParam === '' ? {} : { after: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    // The list is opened to see the current problems.
    staleTime: 0,
  })
}

export const useRetryEmail = () =>
  useChange(UNDELIVERED_EMAILS, (emailId: string) => call('retryEmail', { body: { emailId } }))
