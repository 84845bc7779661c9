import { z } from 'zod'
import { FORMULA_LENGTH_MAX, FORMULA_NAME_MAX, FORMULA_UNIT_MAX, OWN_TRAIT_LENGTH_MAX } from '#domain/trial-formulas.ts'
import { data, endpoint, id, timestamp } from './endpoint.ts'
import { onTrials } from './on-trials.ts'

const atMost = (characters: number) => `At most ${characters} characters`

const formula = z.object({
  formulaId: z.string(),
  trait: z.nullable(z.string()),
  name: z.string(),
  formula: z.string(),
  unit: z.nullable(z.string()),
  author: z.string().meta({ description: 'Who changed it last' }),
  changedTime: timestamp,
})

export const formulas = {
  saveFormula: endpoint({
    ...onTrials,
    method: 'POST',
    path: '/trials/formulas',
    summary:
      'Make or change a formula of a trial: an own trait, which the next measurement computes of the bands of each pixel, or ' +
      'without a short name a column of its table, computed of other columns',
    body: z.object({
      trialId: id,
      formulaId: id.optional().meta({ description: 'Of the one to change' }),
      trait: z
        .string()
        .trim()
        .min(1, 'Give it a short name')
        .max(OWN_TRAIT_LENGTH_MAX, atMost(OWN_TRAIT_LENGTH_MAX))
        .optional()
        .meta({ description: 'The short name of an own trait' }),
      name: z.string().trim().min(1, 'Name it').max(FORMULA_NAME_MAX, atMost(FORMULA_NAME_MAX)),
      formula: z.string().trim().min(1, 'Type a formula').max(FORMULA_LENGTH_MAX, atMost(FORMULA_LENGTH_MAX)).meta({
        description:
          'Such as (G - R) / (G + R), or [Yield] / [NDVI 2026-07-14]. Values of before keep the one they were computed with',
      }),
      unit: z.string().trim().min(1).max(FORMULA_UNIT_MAX, atMost(FORMULA_UNIT_MAX)).optional(),
      seen: timestamp.optional().meta({
        description: 'The changedTime of the one to change: 409 where another person has changed it since',
      }),
    }),
    reply: data(z.object({ formulaId: z.string() })),
    success: 'Formula saved',
    errors: [404, 409],
  }),
  deleteFormula: endpoint({
    ...onTrials,
    method: 'DELETE',
    path: '/trials/formulas',
    summary: 'Delete a formula of a trial. What was measured with it stays',
    query: z.object({ formulaId: id }),
    success: 'Formula deleted',
    errors: [404, 409],
  }),
  listFormulas: endpoint({
    ...onTrials,
    method: 'GET',
    path: '/trials/formulas',
    links: ['trial'],
    summary: 'The formulas of a trial',
    query: z.object({ trialId: id }),
    reply: data(z.array(formula)),
    success: 'Formulas loaded',
    errors: [404],
  }),
}
