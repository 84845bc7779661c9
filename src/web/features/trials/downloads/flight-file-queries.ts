import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { flightFiles, type WantedFlightFile } from '#contract/flight-files.ts'
import { seconds } from '#domain/units.ts'
import { callsOf } from '#web/lib/api.ts'

const { call } = callsOf(flightFiles)

const FLIGHT_FILE = 'flight-file'

/** Asked for again each second while it is being made. */
export const useFlightFile = (wanted: WantedFlightFile) =>
  useQuery({
    queryKey: [FLIGHT_FILE, wanted],
    queryFn: async ({ signal }) => (await call('getFlightFile', { query: wanted, signal })).data,
    // Its address is good for an hour, and it may be thrown away.
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'QUEUED' || data?.state === 'RUNNING' ? seconds(1) : false,
  })

export const useMakeFlightFile = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: WantedFlightFile) => call('makeFlightFile', { body }),
    onSettled: () => client.invalidateQueries({ queryKey: [FLIGHT_FILE] }),
  })
}

export const useCancelFlightFile = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: WantedFlightFile) => call('cancelFlightFile', { body }),
    onSettled: () => client.invalidateQueries({ queryKey: [FLIGHT_FILE] }),
  })
}
