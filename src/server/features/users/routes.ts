import type { Handlers } from '../../handler.ts'
import { countOpenUploads } from './count-open-uploads.ts'
import { endUserSessions } from './end-user-sessions.ts'
import { exportUsers } from './export-users.ts'
import { getMyData } from './get-my-data.ts'
import { getUser } from './get-user.ts'
import { getUserStorage } from './get-user-storage.ts'
import { listStaff } from './list-staff.ts'
import { listUserSessions } from './list-user-sessions.ts'
import { listUsers } from './list-users.ts'
import { verifyUser } from './verify-user.ts'

export const userHandlers = {
  getMyData: async ({ deps, caller }) => ({ data: await getMyData(deps, caller) }),
  listUsers: ({ deps, query: { from, pageSize, after } }) => listUsers(deps, { offset: from, pageSize, after }),
  searchUsers: ({ deps, body }) => listUsers(deps, body.searchReq),
  exportUsers: async ({ deps, caller, body }) => exportUsers(deps, caller, body.searchReq),
  listStaff: async ({ deps, caller }) => ({ data: await listStaff(deps, caller) }),
  getUser: async ({ deps, query }) => ({ data: await getUser(deps, query) }),
  countOpenUploads: async ({ deps, query }) => ({ data: await countOpenUploads(deps, query) }),
  listUserSessions: async ({ deps, query }) => ({ data: await listUserSessions(deps, query) }),
  getUserStorage: async ({ deps, query }) => ({ data: await getUserStorage(deps, query) }),
  endUserSessions: ({ deps, caller, body }) => endUserSessions(deps, caller, body),
  verifyUser: async ({ deps, caller, body }) => ({ data: await verifyUser(deps, caller, body) }),
} satisfies Partial<Handlers>
