import type { Handlers } from '../../handler.ts'
import { getTrialAddresses } from './get-trial-addresses.ts'

export const gisHandlers = {
  getTrialAddresses: async ({ deps, caller, query }) => ({ data: await getTrialAddresses(deps, caller, query) }),
} satisfies Partial<Handlers>
