import { useMutation, useQuery } from '@tanstack/react-query'
import type { BodyIn } from '#contract/api.ts'
import { call } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { session } from '#web/lib/session/session.ts'
import { SESSIONS } from '../sessions/session-queries.ts'

const SECOND_FACTOR = ['second-factor'] as const

export function useSecondFactor() {
  return useQuery({
    queryKey: SECOND_FACTOR,
    queryFn: async ({ signal }) => (await call('getSecondFactor', { signal })).data,
  })
}

export type Proof = BodyIn<'stopSecondFactor'>

export function useStartSecondFactor() {
  return useMutation({
    mutationFn: async (currentPassword: string) =>
      (await call('startSecondFactor', { body: { currentPassword } })).data,
  })
}

export const useConfirmSecondFactor = () =>
  useMutation({
    mutationFn: async (code: string) => (await call('confirmSecondFactor', { body: { code } })).data.recoveryCodes,
    onSuccess: afterChange,
  })

export const useRenewRecoveryCodes = () =>
  useMutation({
    mutationFn: async (body: Proof) => (await call('renewRecoveryCodes', { body })).data.recoveryCodes,
    onSuccess: afterChange,
  })

export const useStopSecondFactor = () =>
  useMutation({ mutationFn: (body: Proof) => call('stopSecondFactor', { body }), onSuccess: afterChange })

/** The change may end sessions and may complete a required action. */
function afterChange() {
  void queryClient.invalidateQueries({ queryKey: SECOND_FACTOR })
  void queryClient.invalidateQueries({ queryKey: SESSIONS })
  void session.reload()
}
