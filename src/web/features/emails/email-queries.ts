import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/api.ts'

const LOST_LETTERS = ['lost-letters'] as const

export function useUndeliveredEmails() {
  return useInfiniteQuery({
    queryKey: LOST_LETTERS,
    queryFn: ({ pageParam, signal }) =>
      call('listUndeliveredEmails', { query: pageParam === '' ? {} : { after: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    // Opened to see what is wrong now.
    staleTime: 0,
  })
}

export function useRetryEmail() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (letterId: string) => call('retryEmail', { body: { letterId } }),
    // Also after a failure: a code may have run out meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: LOST_LETTERS }),
  })
}
