import { useQuery } from '@tanstack/react-query'
import type { BodyIn } from '#contract/api.ts'
import { members } from '#contract/members.ts'
import { callsOf } from '#web/lib/api.ts'
import { session } from '#web/lib/session/session.ts'
import { useChange } from '#web/lib/use-change.ts'

export const { call } = callsOf(members)

const ACCOUNT = ['account'] as const

export async function switchAccount(accountId: string): Promise<void> {
  session.goOnIn((await call('switchAccount', { body: { accountId } })).data)
}

export function useAccount() {
  return useQuery({ queryKey: ACCOUNT, queryFn: async ({ signal }) => (await call('getAccount', { signal })).data })
}

type Change =
  | { is: 'invited'; body: BodyIn<'inviteMember'> }
  | { is: 'withdrawn'; invitationId: string }
  | { is: 'changed'; body: BodyIn<'changeMember'> }
  | { is: 'removed'; userId: string }

export const useChangePeople = () =>
  useChange(ACCOUNT, async (change: Change): Promise<unknown> => {
    if (change.is === 'invited') return call('inviteMember', { body: change.body })
    if (change.is === 'withdrawn') return call('withdrawInvitation', { query: { invitationId: change.invitationId } })
    if (change.is === 'changed') return call('changeMember', { body: change.body })
    return call('removeMember', { query: { userId: change.userId } })
  })
