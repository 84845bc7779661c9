import type { Handlers } from '../../handler.ts'
import { exportActivity } from './export-activity.ts'
import { listActivity } from './list-activity.ts'

export const activityHandlers = {
  exportActivity: async ({ deps, caller, query }) => exportActivity(deps, caller, query),
  listActivity: ({ deps, query }) => listActivity(deps, query),
} satisfies Partial<Handlers>
