import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

export const SESSIONS = ['sessions'] as const

export function useSessions() {
  return useQuery({
    queryKey: SESSIONS,
    queryFn: async ({ signal }) => (await call('listSessions', { signal })).data,
  })
}

/** Ends one session, or all others. */
export const useEndSessions = () =>
  useMutation({
    mutationFn: (target: { sessionId: string } | 'others') =>
      target === 'others' ? call('endOtherSessions') : call('endSession', { query: target }),
    // Also after a failure: the session may have expired meanwhile.
    onSettled: () => queryClient.invalidateQueries({ queryKey: SESSIONS }),
  })
