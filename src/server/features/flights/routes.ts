import type { Handlers } from '../../handler.ts'
import { getFlight } from './get-flight.ts'

export const flightHandlers = {
  getFlight: async ({ deps, caller, query }) => ({ data: await getFlight(deps, caller, query) }),
} satisfies Partial<Handlers>
