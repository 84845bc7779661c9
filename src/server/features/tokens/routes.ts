import type { Handlers } from '../../handler.ts'
import { listTokens } from './list-tokens.ts'
import { makeToken } from './make-token.ts'
import { revokeToken } from './revoke-token.ts'

export const tokenHandlers = {
  makeToken: async ({ deps, caller, body }) => ({ data: await makeToken(deps, caller, body) }),
  listTokens: async ({ deps, caller }) => ({ data: await listTokens(deps, caller) }),
  revokeToken: ({ deps, caller, query }) => revokeToken(deps, caller, query),
} satisfies Partial<Handlers>
