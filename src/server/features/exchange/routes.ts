import type { Handlers } from '../../handler.ts'
import { listTraitNames, saveTraitNames } from '../trials/trait-names.ts'
import { cancelExchange } from './cancel-exchange.ts'
import { connectStudy } from './connect-study.ts'
import { disconnectStudy } from './disconnect-study.ts'
import { findStudies } from './find-studies.ts'
import { getExchange } from './get-exchange.ts'
import { startExchange } from './start-exchange.ts'

export const exchangeHandlers = {
  getExchange: async ({ deps, caller, query }) => ({ data: await getExchange(deps, caller, query) }),
  findStudies: async ({ deps, caller, body, signal }) => ({ data: await findStudies(deps, caller, { body, signal }) }),
  connectStudy: async ({ deps, caller, body, signal }) => ({
    data: await connectStudy(deps, caller, { body, signal }),
  }),
  disconnectStudy: ({ deps, caller, query }) => disconnectStudy(deps, caller, query),
  startExchange: ({ deps, caller, body }) => startExchange(deps, caller, body),
  cancelExchange: ({ deps, caller, body }) => cancelExchange(deps, caller, body),
  listTraitNames: async ({ deps, caller }) => ({ data: await listTraitNames(deps, caller) }),
  saveTraitNames: ({ deps, caller, body }) => saveTraitNames(deps, caller, body),
} satisfies Partial<Handlers>
