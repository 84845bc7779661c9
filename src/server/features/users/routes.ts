import type { Handlers } from '../../handler.ts'
import { endUserSessions } from './end-user-sessions.ts'
import { exportUsers } from './export-users.ts'
import { getUserStorage } from './get-user-storage.ts'
import { listUserSessions } from './list-user-sessions.ts'
import { listUsers } from './list-users.ts'
import { verifyUser } from './verify-user.ts'

export const userHandlers = {
  listUsers: ({ deps, query: { from, pageSize, after } }) => listUsers(deps, { offset: from, pageSize, after }),
  searchUsers: ({ deps, body }) => listUsers(deps, body.searchReq),
  exportUsers: async ({ deps, caller, body }) => exportUsers(deps, caller, body.searchReq),
  listUserSessions: async ({ deps, query }) => ({ data: await listUserSessions(deps, query) }),
  getUserStorage: async ({ deps, query }) => ({ data: await getUserStorage(deps, query) }),
  endUserSessions: ({ deps, caller, body }) => endUserSessions(deps, caller, body),
  verifyUser: async ({ deps, caller, body }) => ({ data: await verifyUser(deps, caller, body) }),
} satisfies Partial<Handlers>
