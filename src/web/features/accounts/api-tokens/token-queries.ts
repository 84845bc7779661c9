import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyIn } from '#contract/api.ts'
import { tokens } from '#contract/tokens.ts'
import { callsOf } from '#web/lib/api.ts'

const { call } = callsOf(tokens)

const TOKENS = ['api-tokens'] as const

export const useTokens = () =>
  useQuery({ queryKey: TOKENS, queryFn: async ({ signal }) => (await call('listTokens', { signal })).data })

export function useMakeToken() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: BodyIn<'makeToken'>) => (await call('makeToken', { body })).data,
    onSettled: () => client.invalidateQueries({ queryKey: TOKENS }),
  })
}

export function useRevokeToken() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (tokenId: string) => call('revokeToken', { query: { tokenId } }),
    onSettled: () => client.invalidateQueries({ queryKey: TOKENS }),
  })
}
