import { useQuery } from '@tanstack/react-query'
import { flights } from '#contract/flights.ts'
import { seconds } from '#domain/units.ts'
import { callsOf } from '#web/lib/api.ts'

const { call } = callsOf(flights)

/** What the photos of the newest archive say; asked for again while nothing has looked at them. */
export const useFlight = (analysisRequestId: string) =>
  useQuery({
    queryKey: ['flight', analysisRequestId],
    queryFn: async ({ signal }) => (await call('getFlight', { query: { analysisRequestId }, signal })).data,
    refetchInterval: ({ state: { data } }) => (data?.state === 'WAITING' ? seconds(5) : false),
  })
