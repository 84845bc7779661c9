import { z } from 'zod'
import { LAYER_KINDS, MASK_METHODS } from '#domain/trials.ts'
import { data, endpoint, id } from './endpoint.ts'
import { onTrials } from './on-trials.ts'

const named = { trait: z.string(), name: z.string() }

const flightPlan = z.object({
  trialFlightId: z.string(),
  moment: z.string(),
  problem: z.nullable(z.string()).meta({ description: 'Why nothing can be measured on this flight' }),
  layers: z.array(
    z.object({
      kind: z.enum(LAYER_KINDS),
      fileName: z.string(),
      traits: z.array(z.object(named)),
    }),
  ),
  unavailable: z.array(z.object({ ...named, reason: z.string() })),
})
export type FlightPlan = z.infer<typeof flightPlan>

export const measurementPlan = {
  planMeasurement: endpoint({
    ...onTrials,
    method: 'GET',
    path: '/trials/measure/plan',
    summary: 'What would be measured on which map of each flight, what not and why, and how long it takes at most',
    query: z.object({ trialId: id, mask: z.enum(MASK_METHODS) }),
    reply: data(
      z.object({
        flights: z.array(flightPlan),
        seconds: z.nullable(z.number()).meta({
          description: 'Of nine in ten earlier measurements, for so many pixels; null before there are any',
        }),
      }),
    ),
    success: 'Plan loaded',
    errors: [404],
  }),
}
