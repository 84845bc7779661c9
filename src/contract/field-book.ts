import { z } from 'zod'
import {
  EXCLUDED_AT_ONCE_MAX,
  EXCLUSION_REASON_MAX,
  OWN_NAME_MAX,
  OWN_NUMBER_MAX,
  OWN_TEXT_MAX,
  OWN_UNIT_MAX,
  OWN_VALUES_AT_ONCE_MAX,
  PLOT_ID_MAX,
  SCOPES,
  STATISTICS,
  VALUE_TYPES,
} from '#domain/trials.ts'
import { MiB } from '#domain/units.ts'
import { data, endpoint, id, timestamp } from './endpoint.ts'
import { onTrials } from './on-trials.ts'

const exclusion = z.object({
  plotId: z.string(),
  trialFlightId: z.nullable(z.string()).meta({ description: 'Null on all flights' }),
  reason: z.string(),
  author: z.string(),
  createdTime: timestamp,
})
export type Exclusion = z.infer<typeof exclusion>

const plotId = z.string().min(1).max(PLOT_ID_MAX)

const ownNumber = z.number().min(-OWN_NUMBER_MAX).max(OWN_NUMBER_MAX)

const ownColumn = z.object({
  columnId: z.string(),
  name: z.string(),
  unit: z.nullable(z.string()),
  takenOn: z.nullable(z.iso.date()),
  type: z.enum(VALUE_TYPES).meta({ description: 'Numbers and dates are a trait; texts are none' }),
  chosenType: z
    .nullable(z.enum(VALUE_TYPES))
    .meta({ description: 'As a person chose it; null where it is what most of the values are' }),
  author: z.string().meta({ description: 'Who changed it last' }),
  changedTime: timestamp,
  values: z.array(z.object({ plotId: z.string(), value: z.union([z.number(), z.string()]) })),
})

export const fieldBook = {
  excludePlots: endpoint({
    ...onTrials,
    method: 'POST',
    path: '/trials/exclusions',
    summary: 'Exclude plots with a reason, on all flights or on one; null takes them back in',
    body: z.object({
      trialId: id,
      plotIds: z
        .array(plotId)
        .min(1, 'Choose a plot')
        .max(EXCLUDED_AT_ONCE_MAX, `At most ${EXCLUDED_AT_ONCE_MAX} plots at once`),
      trialFlightId: id.optional(),
      reason: z.nullable(
        z.string().trim().min(1, 'Say why').max(EXCLUSION_REASON_MAX, `At most ${EXCLUSION_REASON_MAX} characters`),
      ),
    }),
    bodyBytesMax: MiB(2),
    success: 'Saved',
    errors: [404, 409],
  }),
  listExclusions: endpoint({
    ...onTrials,
    method: 'GET',
    path: '/trials/exclusions',
    links: ['trial'],
    summary: 'The plots of a trial that are excluded, each with the reason',
    query: z.object({ trialId: id }),
    reply: data(z.array(exclusion)),
    success: 'Exclusions loaded',
    errors: [404],
  }),
  saveOwnColumn: endpoint({
    ...onTrials,
    method: 'POST',
    path: '/trials/columns',
    limit: 'trial',
    summary:
      'Save values of a column of scores, yield or the like. The column of this name and date is made when there is none; ' +
      'values of other plots stay, and null takes one away',
    body: z.object({
      trialId: id,
      name: z.string().trim().min(1, 'Name the column').max(OWN_NAME_MAX, `At most ${OWN_NAME_MAX} characters`),
      unit: z.string().trim().min(1).max(OWN_UNIT_MAX, `At most ${OWN_UNIT_MAX} characters`).optional().meta({
        description: 'Stays as it is when left out',
      }),
      takenOn: z.iso.date('This is not a date').optional(),
      type: z.nullable(z.enum(VALUE_TYPES)).optional().meta({
        description: 'Stays as it is when left out; null to tell it from the values',
      }),
      values: z
        .array(
          z.object({
            plotId,
            value: z.nullable(
              z.union([ownNumber, z.string().trim().min(1).max(OWN_TEXT_MAX, `At most ${OWN_TEXT_MAX} characters`)]),
            ),
            seen: z
              .nullable(z.union([ownNumber, z.string().max(OWN_TEXT_MAX)]))
              .optional()
              .meta({
                description: 'What it was when the change began: 409 where another person has changed it since',
              }),
          }),
        )
        .max(OWN_VALUES_AT_ONCE_MAX, `At most ${OWN_VALUES_AT_ONCE_MAX} values at once`),
    }),
    bodyBytesMax: MiB(3),
    reply: data(z.object({ columnId: z.string() })),
    success: 'Values saved',
    errors: [404, 409],
  }),
  deleteOwnColumn: endpoint({
    ...onTrials,
    method: 'DELETE',
    path: '/trials/columns',
    summary: 'Delete a column of scores, yield or the like',
    query: z.object({ columnId: id }),
    success: 'Column deleted',
    errors: [404, 409],
  }),
  listOwnColumns: endpoint({
    ...onTrials,
    method: 'GET',
    path: '/trials/columns',
    links: ['trial'],
    limit: 'trial',
    summary: 'The columns of scores, yield and the like that people have added to a trial, with their values',
    query: z.object({ trialId: id }),
    reply: data(z.array(ownColumn)),
    success: 'Columns loaded',
    errors: [404],
  }),
  getAllValues: endpoint({
    ...onTrials,
    method: 'GET',
    path: '/trials/all-values',
    links: ['trial'],
    limit: 'trial',
    summary:
      'All traits on all flights or on one, a float32 (little endian) for each plot: four bytes with the length of a JSON list of ' +
      '{trait, flightId, stat, scope}, the list, and the values of each in its order. NaN is no value',
    query: z.object({
      measurementId: id,
      trialFlightId: id.optional(),
      stat: z.enum(STATISTICS).optional().meta({ description: 'Where a trait has it; else its main statistic' }),
      scope: z.enum(SCOPES).optional(),
      with: z.literal('flags').optional().meta({
        description:
          "Also the warnings of each value, with the stat 'flags': the sum of 2 to the power of their places",
      }),
    }),
    reply: z.custom<AsyncIterable<Uint8Array>>(),
    answers: 'bytes',
    success: 'Values loaded',
    errors: [404, 409],
  }),
}
