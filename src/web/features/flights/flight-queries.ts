import { useQuery } from '@tanstack/react-query'
import type { BodyIn } from '#contract/api.ts'
import { flights } from '#contract/flights.ts'
import { seconds } from '#domain/units.ts'
import { callsOf } from '#web/lib/api.ts'
import { useChange } from '#web/lib/use-change.ts'

const { call } = callsOf(flights)

/** What the photos of the newest archive say; asked for again while nothing has looked at them. */
export const useFlight = (analysisRequestId: string) =>
  useQuery({
    queryKey: ['flight', analysisRequestId],
    queryFn: async ({ signal }) => (await call('getFlight', { query: { analysisRequestId }, signal })).data,
    refetchInterval: ({ state: { data } }) => (data?.state === 'WAITING' ? seconds(5) : false),
  })

/** Its photos, once they are wanted. */
export const useFlightPhotos = (analysisRequestId: string, areWanted: boolean) =>
  useQuery({
    queryKey: ['flight', analysisRequestId, 'photos'],
    queryFn: async ({ signal }) =>
      (await call('listFlightPhotos', { query: { analysisRequestId, format: 'json' }, signal })).data,
    enabled: areWanted,
  })

type Answer = Omit<BodyIn<'answerFlight'>, 'analysisRequestId'>
type Acknowledgement = Omit<BodyIn<'acknowledgeFinding'>, 'analysisRequestId'>

/** What people say of a flight; the photos are looked at again after an answer. */
export function useFlightChanges(analysisRequestId: string) {
  const key = ['flight', analysisRequestId]
  return {
    answer: useChange(key, (body: Answer) => call('answerFlight', { body: { analysisRequestId, ...body } })),
    acknowledge: useChange(key, (body: Acknowledgement) =>
      call('acknowledgeFinding', { body: { analysisRequestId, ...body } }),
    ),
  }
}
