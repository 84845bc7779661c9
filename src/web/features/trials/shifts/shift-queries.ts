import { useQuery } from '@tanstack/react-query'
import type { BodyIn, ReplyOf } from '#contract/api.ts'
import { shifts } from '#contract/shifts.ts'
import { seconds } from '#domain/units.ts'
import { callsOf } from '#web/lib/api.ts'
import { useChange } from '#web/lib/use-change.ts'
import { isUnderWay, trialKey } from '../trial-queries.ts'

const { call } = callsOf(shifts)

export type Shifts = ReplyOf<'listShifts'>['data']

/** Asked for again each second while they are measured. */
export const useShifts = (trialId: string, isWanted: boolean) =>
  useQuery({
    queryKey: [...trialKey(trialId), 'shifts'],
    queryFn: async ({ signal }) => (await call('listShifts', { query: { trialId }, signal })).data,
    refetchInterval: ({ state: { data } }) => (isUnderWay(data?.run?.state) ? seconds(1) : false),
    enabled: isWanted,
  })

export const useMeasureShifts = (trialId: string) =>
  useChange(trialKey(trialId), (body: BodyIn<'measureShifts'>) => call('measureShifts', { body }))

export const useCancelShifts = (trialId: string) =>
  useChange(trialKey(trialId), () => call('cancelShifts', { body: { trialId } }))

/** Applies the measured shift of a flight, or takes back the one that is applied. */
export const useChangeShift = (trialId: string) =>
  useChange(trialKey(trialId), ({ does, trialFlightId }: { does: 'apply' | 'take back'; trialFlightId: string }) =>
    call(does === 'apply' ? 'applyShift' : 'takeBackShift', { body: { trialFlightId } }),
  )
