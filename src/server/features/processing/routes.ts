import type { Handlers } from '../../handler.ts'
import { attachProducts } from './attach-products.ts'
import { getAutomaticRuns, setAutomaticRuns } from './automatic-runs.ts'
import { cancelRun } from './cancel-run.ts'
import { getProcessingProgress } from './get-progress.ts'
import { getRunLog } from './get-run-log.ts'
import { listEngineOptions } from './list-engine-options.ts'
import { listEngines } from './list-engines.ts'
import { listRuns } from './list-runs.ts'
import { restartRun } from './restart-run.ts'
import { startRun } from './start-run.ts'

export const processingHandlers = {
  listEngines: async ({ deps, query }) => ({ data: await listEngines(deps, query) }),
  listEngineOptions: async ({ deps, query }) => ({ data: await listEngineOptions(deps, query) }),
  startRun: async ({ deps, caller, body }) => ({ data: await startRun(deps, caller, body) }),
  listRuns: async ({ deps, query }) => ({ data: await listRuns(deps, query) }),
  getRunLog: async ({ deps, query }) => ({ data: await getRunLog(deps, query) }),
  cancelRun: ({ deps, caller, body }) => cancelRun(deps, caller, body),
  restartRun: async ({ deps, caller, body }) => ({ data: await restartRun(deps, caller, body) }),
  attachProducts: ({ deps, caller, body }) => attachProducts(deps, caller, body),
  getAutomaticRuns: async ({ deps, query }) => ({ data: await getAutomaticRuns(deps, query) }),
  setAutomaticRuns: async ({ deps, caller, body }) => ({ data: await setAutomaticRuns(deps, caller, body) }),
  getProcessingProgress: async ({ deps, caller, query }) => ({
    data: await getProcessingProgress(deps, caller, query),
  }),
} satisfies Partial<Handlers>
