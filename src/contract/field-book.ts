import { z } from 'zod'
import { EXCLUDED_AT_ONCE_MAX, EXCLUSION_REASON_MAX, PLOT_ID_MAX, SCOPES, STATISTICS } from '#domain/trials.ts'
import { MiB } from '#domain/units.ts'
import { data, endpoint, id, timestamp } from './endpoint.ts'

const exclusion = z.object({
  plotId: z.string(),
  trialFlightId: z.nullable(z.string()).meta({ description: 'Null on all flights' }),
  reason: z.string(),
  author: z.string(),
  createdTime: timestamp,
})
export type Exclusion = z.infer<typeof exclusion>

export const fieldBook = {
  excludePlots: endpoint({
    tag: 'trials',
    method: 'POST',
    path: '/trials/exclusions',
    access: 'customer-or-admin',
    limit: 'general',
    summary: 'Exclude plots with a reason, on all flights or on one; null takes them back in',
    body: z.object({
      trialId: id,
      plotIds: z
        .array(z.string().min(1).max(PLOT_ID_MAX))
        .min(1, 'Choose a plot')
        .max(EXCLUDED_AT_ONCE_MAX, `At most ${EXCLUDED_AT_ONCE_MAX} plots at once`),
      trialFlightId: id.optional(),
      reason: z.nullable(
        z.string().trim().min(1, 'Say why').max(EXCLUSION_REASON_MAX, `At most ${EXCLUSION_REASON_MAX} characters`),
      ),
    }),
    bodyBytesMax: MiB(2),
    success: 'Saved',
    errors: [404],
  }),
  listExclusions: endpoint({
    tag: 'trials',
    method: 'GET',
    path: '/trials/exclusions',
    access: 'customer-or-admin',
    limit: 'general',
    summary: 'The plots of a trial that are excluded, each with the reason',
    query: z.object({ trialId: id }),
    reply: data(z.array(exclusion)),
    success: 'Exclusions loaded',
    errors: [404],
  }),
  getAllValues: endpoint({
    tag: 'trials',
    method: 'GET',
    path: '/trials/all-values',
    access: 'customer-or-admin',
    limit: 'trial',
    summary:
      'All traits on all flights, a float32 (little endian) for each plot: four bytes with the length of a JSON list of ' +
      '{trait, flightId, stat, scope}, the list, and the values of each in its order. NaN is no value',
    query: z.object({
      measurementId: id,
      stat: z.enum(STATISTICS).optional().meta({ description: 'Where a trait has it; else its main statistic' }),
      scope: z.enum(SCOPES).optional(),
    }),
    reply: z.custom<AsyncIterable<Uint8Array>>(),
    answers: 'bytes',
    success: 'Values loaded',
    errors: [404, 409],
  }),
}
