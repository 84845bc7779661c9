import { useMutation, useQuery } from '@tanstack/react-query'
import type { BodyIn } from '#contract/api.ts'
import { tokens } from '#contract/tokens.ts'
import { callsOf } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

const { call } = callsOf(tokens)

const TOKENS = ['api-tokens'] as const

export const useTokens = () =>
  useQuery({ queryKey: TOKENS, queryFn: async ({ signal }) => (await call('listTokens', { signal })).data })

export const useMakeToken = () =>
  useMutation({
    mutationFn: async (body: BodyIn<'makeToken'>) => (await call('makeToken', { body })).data,
    onSettled: () => queryClient.invalidateQueries({ queryKey: TOKENS }),
  })

export const useRevokeToken = () =>
  useMutation({
    mutationFn: (tokenId: string) => call('revokeToken', { query: { tokenId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: TOKENS }),
  })
