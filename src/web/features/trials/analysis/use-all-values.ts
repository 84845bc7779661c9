import { useQueryClient } from '@tanstack/react-query'
import { seconds } from '#domain/units.ts'
import { ApiError } from '#web/lib/api.ts'
import { traitValues } from '../trial-queries.ts'
import { inOrder } from '../workspace/trait-names.ts'
import type { Trait, Workspace } from '../workspace/workspace.ts'
import { type Analysis, useWork } from './use-analysis.ts'

/** A trait of all plots: of each flight of the trial, the values in the order of the plots; undefined where it has none. */
export type TraitValues = { trait: Trait; byFlight: (readonly (number | null)[] | undefined)[] }

/** At once, as many as a browser opens connections for. */
const CALLS = 6
const WAIT_MAX_S = 60

/** All traits in one statistic and scope, as far as they have these; else the mean of all pixels. */
export function useAllValues(
  { trial, measurement, stat, scope }: Workspace,
  isWanted: boolean,
): Analysis<TraitValues[]> {
  const client = useQueryClient()
  const { measurementId, measured } = measurement
  return useWork(
    ['all-values', measurementId, stat, scope],
    isWanted
      ? async (signal, onProgress) => {
          const all = inOrder(measured).map(
            (trait): TraitValues => ({ trait, byFlight: trial.flights.map(() => undefined) }),
          )
          const calls = all.flatMap(({ trait, byFlight }) =>
            trial.flights.flatMap(({ trialFlightId }, at) =>
              trait.flightIds.includes(trialFlightId) ? [{ trait, byFlight, trialFlightId, at }] : [],
            ),
          )
          const left = calls.values()
          let done = 0
          const load = async (): Promise<void> => {
            for (const { trait, byFlight, trialFlightId, at } of left) {
              signal.throwIfAborted()
              const wanted = {
                measurementId,
                trait: trait.trait,
                stat: trait.stats.includes(stat) ? stat : 'mean',
                scope: trait.scopes.includes(scope) ? scope : 'all',
              } as const
              const found = await patiently(signal, () => client.fetchQuery(traitValues(wanted, trialFlightId)))
              byFlight[at] = found.values
              done += 1
              onProgress(done / calls.length)
            }
          }
          await Promise.all(Array.from({ length: CALLS }, load))
          return all
        }
      : null,
  )
}

/** When there are too many calls, waits as long as the server says. */
async function patiently<Reply>(signal: AbortSignal, call: () => Promise<Reply>): Promise<Reply> {
  for (;;)
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429) throw error
      await pause(signal, seconds(Math.min(WAIT_MAX_S, error.retryAfterSeconds ?? 5)))
    }
}

const pause = (signal: AbortSignal, milliseconds: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
