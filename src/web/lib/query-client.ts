import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { session } from './session/session.ts'

const TRIES = 2

/** What the server has decided stays decided; only silence and overload are worth another try. */
const isWorthRetrying = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 503

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < TRIES && isWorthRetrying(error),
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

let person = session.get().user?.email
session.subscribe(() => {
  const email = session.get().user?.email
  // Nothing of one person may be shown to the next.
  if (email !== person) queryClient.clear()
  person = email
})
