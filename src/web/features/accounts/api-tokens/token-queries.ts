import { useQuery } from '@tanstack/react-query'
import type { BodyIn } from '#contract/api.ts'
import { tokens } from '#contract/tokens.ts'
import { callsOf } from '#web/lib/api.ts'
import { useChange } from '#web/lib/use-change.ts'

const { call } = callsOf(tokens)

const TOKENS = ['api-tokens'] as const

export const useTokens = () =>
  useQuery({ queryKey: TOKENS, queryFn: async ({ signal }) => (await call('listTokens', { signal })).data })

export const useMakeToken = () =>
  useChange(TOKENS, async (body: BodyIn<'makeToken'>) => (await call('makeToken', { body })).data)

export const useRevokeToken = () => useChange(TOKENS, (tokenId: string) => call('revokeToken', { query: { tokenId } }))
