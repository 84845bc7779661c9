import type { Handlers } from '../../handler.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { changeMember } from './change-member.ts'
import { getAccount } from './get-account.ts'
import { getInvitation } from './get-invitation.ts'
import { inviteMember } from './invite-member.ts'
import { removeMember } from './remove-member.ts'
import { switchAccount } from './switch-account.ts'
import { withdrawInvitation } from './withdraw-invitation.ts'

export const memberHandlers = {
  getAccount: async ({ deps, caller }) => ({ data: await getAccount(deps, caller) }),
  getInvitation: async ({ deps, query }) => ({ data: await getInvitation(deps, query) }),
  inviteMember: async ({ deps, caller, body }) => ({ data: await inviteMember(deps, caller, body) }),
  withdrawInvitation: ({ deps, caller, query }) => withdrawInvitation(deps, caller, query),
  acceptInvitation: async ({ deps, caller, body }) => ({ data: await acceptInvitation(deps, caller, body) }),
  changeMember: async ({ deps, caller, body }) => ({ data: await changeMember(deps, caller, body) }),
  removeMember: async ({ deps, caller, query }) => ({ data: await removeMember(deps, caller, query) }),
  switchAccount: async ({ deps, caller, body }) => ({ data: await switchAccount(deps, caller, body) }),
} satisfies Partial<Handlers>
