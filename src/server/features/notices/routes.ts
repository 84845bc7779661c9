import type { Handlers } from '../../handler.ts'
import { changeEmailSetting } from './change-email-setting.ts'
import { getCounts } from './get-counts.ts'
import { getEmailSettings } from './get-email-settings.ts'
import { listNotices } from './list-notices.ts'
import { markNoticesRead } from './mark-notices-read.ts'

export const noticeHandlers = {
  listNotices: ({ deps, caller, query }) => listNotices(deps, caller, query),
  markNoticesRead: ({ deps, caller, body }) => markNoticesRead(deps, caller, body),
  getCounts: async ({ deps, caller }) => ({ data: await getCounts(deps, caller) }),
  getEmailSettings: async ({ deps, caller }) => ({ data: await getEmailSettings(deps, caller) }),
  changeEmailSetting: ({ deps, caller, body }) => changeEmailSetting(deps, caller, body),
} satisfies Partial<Handlers>
