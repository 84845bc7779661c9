import { z } from 'zod'
import { SHIFT_CONFIDENCES } from '#domain/shifts.ts'
import { MEASUREMENT_STATES } from '#domain/trials.ts'
import { data, endpoint, id, timestamp } from './endpoint.ts'
import { onTrials } from './on-trials.ts'

const metres = z.number().meta({ description: 'Along the axes of the UTM zone; negative to the west and south' })

export const appliedShift = z.object({
  eastMetres: metres,
  northMetres: metres,
  isStale: z.boolean().meta({ description: 'It was measured for another state of the map, and can’t be used' }),
})

const measured = z.object({
  trialFlightId: z.string(),
  referenceFlightId: z.string(),
  confidence: z.enum(SHIFT_CONFIDENCES),
  reason: z.nullable(z.string()).meta({ description: 'Why there is no shift, or what weakens it, for people to read' }),
  shift: z
    .nullable(z.object({ eastMetres: metres, northMetres: metres }))
    .meta({ description: 'What lies at a place on the reference lies that much further on this flight' }),
  spreadMetres: z
    .nullable(z.number())
    .meta({ description: 'The median distance of the agreeing places from the shift' }),
  agreeing: z.int(),
  compared: z.int().meta({ description: 'Places with enough bare ground on both dates' }),
  isStale: z.boolean().meta({ description: 'A map has changed since, or the way of measuring' }),
  author: z.string(),
  measuredTime: timestamp,
})
export type MeasuredShiftItem = z.infer<typeof measured>

export const shifts = {
  measureShifts: endpoint({
    ...onTrials,
    method: 'POST',
    path: '/trials/shifts/measure',
    limit: 'trial',
    summary:
      'Measure how far the orthomosaic of each flight lies from that of a reference flight. Nothing is moved. ' +
      'What was measured alike before is kept',
    body: z.object({
      trialId: id,
      referenceFlightId: id.optional().meta({ description: 'The first flight when left out' }),
    }),
    success: 'Measuring shifts started',
    errors: [404, 409],
  }),
  listShifts: endpoint({
    ...onTrials,
    method: 'GET',
    path: '/trials/shifts',
    links: ['trial'],
    summary: 'The shifts between the flights of a trial, and how far measuring them is',
    query: z.object({ trialId: id }),
    reply: data(
      z.object({
        run: z
          .nullable(
            z.object({
              state: z.enum(MEASUREMENT_STATES),
              fraction: z.number().meta({ description: 'How much of it is done, from 0 to 1' }),
              ahead: z.nullable(z.int()).meta({ description: 'Of what waits: how much comes before it' }),
              reason: z.nullable(z.string()),
              referenceFlightId: z.string(),
            }),
          )
          .meta({ description: 'The newest one' }),
        measured: z.array(measured),
      }),
    ),
    success: 'Shifts loaded',
    errors: [404],
  }),
  cancelShifts: endpoint({
    ...onTrials,
    method: 'POST',
    path: '/trials/shifts/cancel',
    summary: 'Cancel measuring shifts. What is measured stays',
    body: z.object({ trialId: id }),
    success: 'Measuring shifts cancelled',
    errors: [404, 409],
  }),
  applyShift: endpoint({
    ...onTrials,
    method: 'POST',
    path: '/trials/shifts/apply',
    summary: 'Move the plots on a flight by its measured shift, on the map and when traits are measured again',
    body: z.object({ trialFlightId: id }),
    success: 'Shift applied',
    errors: [404, 409],
  }),
  takeBackShift: endpoint({
    ...onTrials,
    method: 'POST',
    path: '/trials/shifts/take-back',
    summary: 'No longer move the plots on a flight',
    body: z.object({ trialFlightId: id }),
    success: 'Shift taken back',
    errors: [404, 409],
  }),
}
