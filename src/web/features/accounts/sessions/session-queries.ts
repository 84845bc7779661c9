import { useQuery } from '@tanstack/react-query'
import { call } from '#web/lib/api.ts'
import { useChange } from '#web/lib/use-change.ts'

export const SESSIONS = ['sessions'] as const

export function useSessions() {
  return useQuery({
    queryKey: SESSIONS,
    queryFn: async ({ signal }) => (await call('listSessions', { signal })).data,
  })
}

/** Ends one session, or all others. */
export const useEndSessions = () =>
  useChange(SESSIONS, (target: { sessionId: string } | 'others') =>
    target === 'others' ? call('endOtherSessions') : call('endSession', { query: target }),
  )
