import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { session } from './session/session.ts'

const RETRIES_MAX = 2

/** Only network errors and overload are retried; every other answer of the server is final. */
const isRetryable = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 503

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < RETRIES_MAX && isRetryable(error),
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

let person = session.get().user?.email
session.subscribe(() => {
  const email = session.get().user?.email
  // The data of one person must not be shown to the next.
  if (email !== person) queryClient.clear()
  person = email
})
