import { type QueryKey, useMutation } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'

/** A change by a call. What it may have changed is loaded again, also after a failure: it may have changed meanwhile. */
export const useChange = <Reply, Input = void>(queryKey: QueryKey, change: (input: Input) => Promise<Reply>) =>
  useMutation({ mutationFn: change, onSettled: () => queryClient.invalidateQueries({ queryKey }) })
