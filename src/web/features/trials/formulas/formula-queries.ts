import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyIn, ReplyOf } from '#contract/api.ts'
import { formulas } from '#contract/formulas.ts'
import { callsOf } from '#web/lib/api.ts'
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

function useRefresh(trialId: string) {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: formulasKey(trialId) })
}

export const useSaveFormula = (trialId: string) => {
  const onSettled = useRefresh(trialId)
  return useMutation({
    mutationFn: (body: Omit<BodyIn<'saveFormula'>, 'trialId'>) => call('saveFormula', { body: { trialId, ...body } }),
    onSettled,
  })
}

export const useDeleteFormula = (trialId: string) => {
  const onSettled = useRefresh(trialId)
  return useMutation({
    mutationFn: (formulaId: string) => call('deleteFormula', { query: { formulaId } }),
    onSettled,
  })
}
