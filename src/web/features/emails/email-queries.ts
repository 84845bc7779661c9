import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { call } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

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
  useMutation({
    mutationFn: (emailId: string) => call('retryEmail', { body: { emailId } }),
    // Also after a failure: a code may have expired meanwhile.
    onSettled: () => queryClient.invalidateQueries({ queryKey: UNDELIVERED_EMAILS }),
  })
