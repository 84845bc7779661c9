import { useQuery } from '@tanstack/react-query'
import type { BodyIn, ReplyOf } from '#contract/api.ts'
import { formulas } from '#contract/formulas.ts'
import { callsOf } from '#web/lib/api.ts'
import { useChange } from '#web/lib/use-change.ts'
import { trialKey } from '../trial-queries.ts'

const { call } = callsOf(formulas)

export type Formula = ReplyOf<'listFormulas'>['data'][number]

const formulasKey = (trialId: string) => [...trialKey(trialId), 'formulas'] as const

/** The formulas that people have given a trial. */
export const useFormulas = (trialId: string) =>
  useQuery({
    queryKey: formulasKey(trialId),
    queryFn: async ({ signal }) => (await call('listFormulas', { query: { trialId }, signal })).data,
  })

export const useSaveFormula = (trialId: string) =>
  useChange(formulasKey(trialId), (body: Omit<BodyIn<'saveFormula'>, 'trialId'>) =>
    call('saveFormula', { body: { trialId, ...body } }),
  )

export const useDeleteFormula = (trialId: string) =>
  useChange(formulasKey(trialId), (formulaId: string) => call('deleteFormula', { query: { formulaId } }))
