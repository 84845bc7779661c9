import type { Handlers } from '../../handler.ts'
import { assignAnalysis } from './assign-analysis.ts'
import { changeStatus } from './change-status.ts'
import { countAnalyses } from './count-analyses.ts'
import { exportAnalyses } from './export-analyses.ts'
import { getAnalysis } from './get-analysis.ts'
import { getFileReceipt } from './get-file-receipt.ts'
import { getMyAnalysis } from './get-my-analysis.ts'
import { getTimeline } from './get-timeline.ts'
import { forReader, listAllAnalyses } from './list-all.ts'
import { listMyAnalyses } from './list-mine.ts'

export const analysisHandlers = {
  listAllAnalyses: ({ deps, caller, query }) => listAllAnalyses(deps, forReader(query, caller)),
  exportAnalyses: async ({ deps, caller, query }) => exportAnalyses(deps, caller, forReader(query, caller)),
  countAnalyses: async ({ deps, caller, query }) => ({ data: await countAnalyses(deps, forReader(query, caller)) }),
  listMyAnalyses: ({ deps, caller, query }) => listMyAnalyses(deps, caller, query),
  getAnalysis: async ({ deps, query }) => ({ data: await getAnalysis(deps, query) }),
  getMyAnalysis: async ({ deps, caller, query }) => ({ data: await getMyAnalysis(deps, caller, query) }),
  getFileReceipt: async ({ deps, caller, query }) => ({ data: await getFileReceipt(deps, caller, query) }),
  assignAnalysis: async ({ deps, caller, body }) => ({ data: await assignAnalysis(deps, caller, body) }),
  changeStatus: async ({ deps, caller, body }) => ({ data: await changeStatus(deps, caller, body) }),
  getTimeline: async ({ deps, caller, query }) => ({ data: await getTimeline(deps, caller, query) }),
} satisfies Partial<Handlers>
