import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'

/** A change by a call. What it may have changed is loaded again, also when it failed half-way. */
export function useChange<Reply, Input = void>(queryKey: QueryKey, change: (input: Input) => Promise<Reply>) {
  const client = useQueryClient()
  return useMutation({ mutationFn: change, onSettled: () => client.invalidateQueries({ queryKey }) })
}
