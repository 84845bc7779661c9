import type { Handlers } from '../../handler.ts'
import { acknowledgeFinding } from './acknowledge-finding.ts'
import { answerFlight } from './answer-flight.ts'
import { getFlight } from './get-flight.ts'
import { listFlightPhotos } from './list-flight-photos.ts'

export const flightHandlers = {
  getFlight: async ({ deps, caller, query }) => ({ data: await getFlight(deps, caller, query) }),
  listFlightPhotos: ({ deps, caller, query }) => listFlightPhotos(deps, caller, query),
  answerFlight: ({ deps, caller, body }) => answerFlight(deps, caller, body),
  acknowledgeFinding: ({ deps, caller, body }) => acknowledgeFinding(deps, caller, body),
} satisfies Partial<Handlers>
