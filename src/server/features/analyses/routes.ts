import type { Handlers } from '../../handler.ts'
import { changeStatus } from './change-status.ts'
import { getTimeline } from './get-timeline.ts'
import { listAllAnalyses } from './list-all.ts'
import { listMyAnalyses } from './list-mine.ts'

export const analysisHandlers = {
  listAllAnalyses: ({ deps, query }) => listAllAnalyses(deps, query),
  listMyAnalyses: ({ deps, caller, query }) => listMyAnalyses(deps, caller, query),
  changeStatus: async ({ deps, caller, body }) => ({ data: await changeStatus(deps, caller, body) }),
  getTimeline: async ({ deps, caller, query }) => ({ data: await getTimeline(deps, caller, query) }),
} satisfies Partial<Handlers>
