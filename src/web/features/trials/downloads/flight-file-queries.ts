import { useQuery } from '@tanstack/react-query'
import { flightFiles, type WantedFlightFile } from '#contract/flight-files.ts'
import { seconds } from '#domain/units.ts'
import { callsOf } from '#web/lib/api.ts'
import { useChange } from '#web/lib/use-change.ts'
import { isUnderWay } from '../trial-queries.ts'

const { call } = callsOf(flightFiles)

const FLIGHT_FILES = ['flight-file'] as const

/** Asked for again each second while it is being made. */
export const useFlightFile = (wanted: WantedFlightFile) =>
  useQuery({
    queryKey: [...FLIGHT_FILES, wanted],
    queryFn: async ({ signal }) => (await call('getFlightFile', { query: wanted, signal })).data,
    // Its address is good for an hour, and it may be thrown away.
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (isUnderWay(data?.state) ? seconds(1) : false),
  })

export const useMakeFlightFile = () =>
  useChange(FLIGHT_FILES, (body: WantedFlightFile) => call('makeFlightFile', { body }))

export const useCancelFlightFile = () =>
  useChange(FLIGHT_FILES, (body: WantedFlightFile) => call('cancelFlightFile', { body }))
