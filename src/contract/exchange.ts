import { z } from 'zod'
import {
  DATABASE_TOKEN_MAX,
  DATABASE_URL_MAX,
  EXCHANGE_DIRECTIONS,
  EXCHANGE_STEPS,
  STUDY_ID_MAX,
  TRAIT_NAMES_MAX,
  VARIABLE_ID_MAX,
  VARIABLE_NAME_MAX,
} from '#domain/exchange/exchange.ts'
import { MEASUREMENT_STATES } from '#domain/trials.ts'
import { data, endpoint, id, TEXT_BYTES_MAX, timestamp } from './endpoint.ts'

const url = z
  .url({ protocol: /^https?$/, error: 'This is not an http or https address' })
  .max(DATABASE_URL_MAX, `An address has at most ${DATABASE_URL_MAX} characters`)
  .refine((text) => !/[?#@]/.test(text), 'Give the address only, without ?, # and @')
  .meta({ description: 'Where its BrAPI is, usually ending in /brapi/v2' })
const token = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]*$/, 'A token has no spaces and letters such as ä')
  .max(DATABASE_TOKEN_MAX, `A token has at most ${DATABASE_TOKEN_MAX} characters`)
  .optional()
  .meta({ description: 'That of the connection when left out, at the same address only' })
const direction = z.enum(EXCHANGE_DIRECTIONS)

const counts = {
  same: z.int(),
  added: z.int(),
  changed: z.int(),
  refused: z.int(),
}
const report = z.object({
  study: z.string(),
  plots: z.object({
    matched: z.int(),
    by: z.nullable(z.enum(['name', 'number', 'place'])),
    onlyHere: z.int(),
    onlyThere: z.int(),
  }),
  items: z.array(z.object({ what: z.string(), there: z.nullable(z.string()), ...counts })),
  refused: z.array(z.object({ reason: z.string(), count: z.int(), examples: z.array(z.string()) })),
  variables: z.array(z.string()).meta({ description: 'Of the database' }),
  written: z
    .nullable(z.object({ sent: z.int(), kept: z.int() }))
    .meta({ description: 'Once written: what was sent, and how much of it was read back as it was sent' }),
})

const exchange = z.object({
  exchangeId: z.string(),
  direction,
  step: z.enum(EXCHANGE_STEPS),
  state: z.enum(MEASUREMENT_STATES),
  fraction: z.number(),
  ahead: z.nullable(z.int()),
  reason: z.nullable(z.string()),
  report: z.nullable(report),
  startedTime: timestamp,
})
export type ExchangeItem = z.infer<typeof exchange>

const connection = z.object({
  url: z.string(),
  hasToken: z.boolean(),
  studyDbId: z.string(),
  studyName: z.string(),
  sendsAfterMeasuring: z.boolean(),
})
export type ConnectionItem = z.infer<typeof connection>

const found = z.object({ studyDbId: z.string(), studyName: z.string(), about: z.string() })
export type FoundStudy = z.infer<typeof found>

const traitName = z.object({
  variableId: z.string().min(1).max(VARIABLE_ID_MAX).meta({ description: 'Of the variable in our own BrAPI' }),
  name: z
    .string()
    .trim()
    .min(1)
    .max(VARIABLE_NAME_MAX, `A name has at most ${VARIABLE_NAME_MAX} characters`)
    .meta({ description: 'A name, an id or a persistent identifier; {day} is the day of the year' }),
})
export type TraitName = z.infer<typeof traitName>

const measured = z.object({ variableId: z.string(), title: z.string(), unit: z.string() })
export type MeasuredTrait = z.infer<typeof measured>

const byCustomer = { tag: 'trials', access: 'customer', limit: 'general' } as const

export const exchanges = {
  getExchange: endpoint({
    ...byCustomer,
    method: 'GET',
    path: '/trials/exchange',
    summary: 'The study of a trial in a breeding database, and the newest exchange in each direction',
    query: z.object({ trialId: id }),
    reply: data(
      z.object({
        connection: z.nullable(connection),
        exchanges: z.array(exchange),
        traits: z.array(measured).meta({ description: 'What was measured, by our own names' }),
      }),
    ),
    success: 'Exchange loaded',
    errors: [404],
  }),
  findStudies: endpoint({
    ...byCustomer,
    method: 'POST',
    path: '/trials/exchange/studies',
    limit: 'outside',
    summary: 'The studies of a breeding database, the first 500',
    body: z.object({ trialId: id, url, token }),
    reply: data(z.array(found)),
    success: 'Studies loaded',
    errors: [404, 409],
  }),
  connectStudy: endpoint({
    ...byCustomer,
    method: 'POST',
    path: '/trials/exchange/connect',
    limit: 'outside',
    summary: 'Connect a trial to a study of a breeding database that speaks BrAPI 2',
    body: z.object({
      trialId: id,
      url,
      token,
      studyDbId: z
        .string()
        .trim()
        .min(1, 'Choose a study')
        .max(STUDY_ID_MAX)
        .refine((text) => !/^\.{1,2}$/.test(text), 'This is no id of a study'),
      sendsAfterMeasuring: z.boolean().meta({ description: 'Sends what is new after each measurement' }),
    }),
    reply: data(connection),
    success: 'Trial connected',
    errors: [404, 409],
  }),
  disconnectStudy: endpoint({
    ...byCustomer,
    method: 'DELETE',
    path: '/trials/exchange',
    summary: 'Forget the study and the token. What was exchanged stays on both sides',
    query: z.object({ trialId: id }),
    success: 'Trial disconnected',
    errors: [404, 409],
  }),
  startExchange: endpoint({
    ...byCustomer,
    method: 'POST',
    path: '/trials/exchange/start',
    limit: 'trial',
    summary: 'Compare a trial with its study, or write what was compared',
    body: z.object({
      trialId: id,
      direction,
      step: z.enum(EXCHANGE_STEPS),
      replaces: z.boolean().optional().meta({ description: 'Overwrites other values where it writes' }),
    }),
    success: 'Exchange started',
    errors: [404, 409],
  }),
  cancelExchange: endpoint({
    ...byCustomer,
    method: 'POST',
    path: '/trials/exchange/cancel',
    summary: 'Cancel an exchange. What was written stays',
    body: z.object({ trialId: id, direction }),
    success: 'Exchange cancelled',
    errors: [404, 409],
  }),
  listTraitNames: endpoint({
    ...byCustomer,
    method: 'GET',
    path: '/trait-names',
    summary: 'What the account calls traits: names of Crop Ontology, of a breeding database, or of a list of its own',
    reply: data(z.array(traitName)),
    success: 'Names loaded',
  }),
  saveTraitNames: endpoint({
    ...byCustomer,
    method: 'PUT',
    path: '/trait-names',
    summary: 'Save what the account calls traits, in place of what there was',
    body: z.object({ names: z.array(traitName).max(TRAIT_NAMES_MAX, `There are at most ${TRAIT_NAMES_MAX} names`) }),
    bodyBytesMax: TEXT_BYTES_MAX * 6,
    scopes: [],
    success: 'Names saved',
    errors: [409],
  }),
}
