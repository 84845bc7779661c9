import { useMutation, useQuery } from '@tanstack/react-query'
import type { BodyIn, ReplyOf } from '#contract/api.ts'
import { exchanges } from '#contract/exchange.ts'
import type { ExchangeDirection } from '#domain/exchange/exchange.ts'
import { seconds } from '#domain/units.ts'
import { callsOf } from '#web/lib/api.ts'
import { useChange } from '#web/lib/use-change.ts'
import { isUnderWay, trialKey } from '../trial-queries.ts'

const { call } = callsOf(exchanges)

export type Exchange = ReplyOf<'getExchange'>['data']

const exchangeKey = (trialId: string) => [...trialKey(trialId), 'exchange']
const NAMES_KEY = ['trait-names']

/** Asked for again each second while something is exchanged. */
export const useExchange = (trialId: string) =>
  useQuery({
    queryKey: exchangeKey(trialId),
    queryFn: async ({ signal }) => (await call('getExchange', { query: { trialId }, signal })).data,
    refetchInterval: ({ state: { data } }) =>
      data?.exchanges.some((one) => isUnderWay(one.state)) ? seconds(1) : false,
  })

export const useFindStudies = () =>
  useMutation({
    mutationFn: async (body: BodyIn<'findStudies'>) => (await call('findStudies', { body })).data,
  })

export const useConnect = (trialId: string) =>
  useChange(trialKey(trialId), (body: BodyIn<'connectStudy'>) => call('connectStudy', { body }))

export const useDisconnect = (trialId: string) =>
  useChange(trialKey(trialId), () => call('disconnectStudy', { query: { trialId } }))

export const useStartExchange = (trialId: string) =>
  useChange(trialKey(trialId), (body: BodyIn<'startExchange'>) => call('startExchange', { body }))

export const useCancelExchange = (trialId: string) =>
  useChange(trialKey(trialId), (direction: ExchangeDirection) =>
    call('cancelExchange', { body: { trialId, direction } }),
  )

export const useTraitNames = () =>
  useQuery({
    queryKey: NAMES_KEY,
    queryFn: async ({ signal }) => (await call('listTraitNames', { signal })).data,
  })

export const useSaveTraitNames = () =>
  useChange(NAMES_KEY, (body: BodyIn<'saveTraitNames'>) => call('saveTraitNames', { body }))
