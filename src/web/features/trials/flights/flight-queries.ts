import { useQuery } from '@tanstack/react-query'
import type { BodyIn } from '#contract/api.ts'
import { trialFlights } from '#contract/trial-flights.ts'
import { seconds } from '#domain/units.ts'
import { callsOf } from '#web/lib/api.ts'
import { useChange } from '#web/lib/use-change.ts'
import { TRIALS, trialKey } from '../trial-queries.ts'

const { call } = callsOf(trialFlights)

/** Maps that a flight may take. A report may have just come, whose maps are still looked at. */
export const useMapSuggestions = (trialId: string) =>
  useQuery({
    queryKey: [...trialKey(trialId), 'maps'],
    queryFn: async ({ signal }) => (await call('suggestMaps', { query: { trialId }, signal })).data,
    staleTime: 0,
    refetchInterval: seconds(5),
  })

export const useAddFlights = () =>
  useChange(TRIALS, (body: BodyIn<'addTrialFlights'>) => call('addTrialFlights', { body }))

export const useChangeFlight = () =>
  useChange(TRIALS, (body: BodyIn<'changeTrialFlight'>) => call('changeTrialFlight', { body }))

export const useRemoveFlight = () =>
  useChange(TRIALS, (trialFlightId: string) => call('removeTrialFlight', { query: { trialFlightId } }))
