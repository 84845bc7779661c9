import { useQuery } from '@tanstack/react-query'
import { tokens } from '#contract/tokens.ts'
import { trialAddresses } from '#contract/trial-addresses.ts'
import { callsOf } from '#web/lib/api.ts'

const { call } = callsOf({ ...tokens, ...trialAddresses })

/** Own ones that read. */
export const useReadTokens = (madeBy: string) =>
  useQuery({
    queryKey: ['api-tokens', 'read', madeBy],
    queryFn: async ({ signal }) =>
      (await call('listTokens', { signal })).data.filter(
        (token) => token.scopes.includes('read') && token.madeBy === madeBy,
      ),
  })

export const useTrialAddresses = (trialId: string, tokenId: string | undefined) =>
  useQuery({
    queryKey: ['trial-addresses', trialId, tokenId],
    queryFn: async ({ signal }) =>
      (await call('getTrialAddresses', { query: { trialId, ...(tokenId !== undefined && { tokenId }) }, signal })).data,
    enabled: tokenId !== undefined,
  })
