import type { Handlers } from '../../handler.ts'
import { changeStatus } from './change-status.ts'
import { exportAnalyses } from './export-analyses.ts'
import { getAnalysis } from './get-analysis.ts'
import { getFileReceipt } from './get-file-receipt.ts'
import { getMyAnalysis } from './get-my-analysis.ts'
import { getTimeline } from './get-timeline.ts'
import { listAllAnalyses } from './list-all.ts'
import { listMyAnalyses } from './list-mine.ts'

export const analysisHandlers = {
  listAllAnalyses: ({ deps, query }) => listAllAnalyses(deps, query),
  exportAnalyses: async ({ deps, caller, query }) => exportAnalyses(deps, caller, query),
  listMyAnalyses: ({ deps, caller, query }) => listMyAnalyses(deps, caller, query),
  getAnalysis: async ({ deps, query }) => ({ data: await getAnalysis(deps, query) }),
  getMyAnalysis: async ({ deps, caller, query }) => ({ data: await getMyAnalysis(deps, caller, query) }),
  getFileReceipt: async ({ deps, caller, query }) => ({ data: await getFileReceipt(deps, caller, query) }),
  changeStatus: async ({ deps, caller, body }) => ({ data: await changeStatus(deps, caller, body) }),
  getTimeline: async ({ deps, caller, query }) => ({ data: await getTimeline(deps, caller, query) }),
} satisfies Partial<Handlers>
