import type { Handlers } from '../../handler.ts'
import { listActivity } from './list-activity.ts'

export const activityHandlers = {
  listActivity: ({ deps, query }) => listActivity(deps, query),
} satisfies Partial<Handlers>
