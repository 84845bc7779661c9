import type { Handlers } from '../../handler.ts'
import { listUsers } from './list-users.ts'
import { verifyUser } from './verify-user.ts'

export const userHandlers = {
  listUsers: ({ deps, query: { from, pageSize, after } }) => listUsers(deps, { offset: from, pageSize, after }),
  searchUsers: ({ deps, body }) => listUsers(deps, body.searchReq),
  verifyUser: async ({ deps, caller, body }) => ({ data: await verifyUser(deps, caller, body) }),
} satisfies Partial<Handlers>
