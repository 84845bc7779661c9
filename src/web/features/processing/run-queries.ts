import { useMutation, useQuery } from '@tanstack/react-query'
import type { BodyIn } from '#contract/api.ts'
import { processing } from '#contract/processing.ts'
import { type EngineName, hasEnded } from '#domain/processing.ts'
import { minutes, seconds } from '#domain/units.ts'
import { callsOf } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { mapsKey } from '#web/lib/raster-map/use-maps.ts'

const { call } = callsOf(processing)

const keyOf = (analysisRequestId: string) => ['processing', analysisRequestId] as const

/** The engines, and how long each may take for a request. Asked for again, because what they lack is mended elsewhere. */
export const useEngines = (analysisRequestId: string) =>
  useQuery({
    queryKey: [...keyOf(analysisRequestId), 'engines'],
    queryFn: async ({ signal }) => (await call('listEngines', { query: { analysisRequestId }, signal })).data,
    refetchInterval: minutes(1),
  })

/** What can be set on an engine. Where it doesn't say, it is asked again with the next look. */
export const useEngineOptions = (engine: EngineName) =>
  useQuery({
    queryKey: ['engine-options', engine],
    queryFn: async ({ signal }) => (await call('listEngineOptions', { query: { engine }, signal })).data,
    staleTime: ({ state: { data } }) => (data && data.length > 0 ? minutes(10) : 0),
  })

/** The runs of a request, followed while one of them has not ended. Links of products are valid for an hour. */
export const useRuns = (analysisRequestId: string) =>
  useQuery({
    queryKey: [...keyOf(analysisRequestId), 'runs'],
    queryFn: async ({ signal }) => (await call('listRuns', { query: { analysisRequestId }, signal })).data,
    refetchInterval: ({ state: { data } }) => (data?.some(({ state }) => !hasEnded(state)) ? seconds(2) : minutes(20)),
  })

export const useAutomaticRuns = (analysisRequestId: string) =>
  useQuery({
    queryKey: [...keyOf(analysisRequestId), 'automatic'],
    queryFn: async ({ signal }) => (await call('getAutomaticRuns', { query: { analysisRequestId }, signal })).data,
  })

export const useSetAutomaticRuns = (analysisRequestId: string) =>
  useMutation({
    mutationFn: (startsPreview: boolean) => call('setAutomaticRuns', { body: { analysisRequestId, startsPreview } }),
    onSuccess: ({ data }) => queryClient.setQueryData([...keyOf(analysisRequestId), 'automatic'], data),
  })

/** Everything that tells of the runs of a request: they, the engines, the maps they made, what its customer reads. */
export function refreshRuns(analysisRequestId: string): Promise<unknown> {
  const keys = [
    ['processing', analysisRequestId],
    ['processing-progress', analysisRequestId],
    // The beginning of the keys of its maps, with products and without.
    mapsKey({ analysisRequestId }),
  ]
  return Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

const useRunChange = <Reply, Input>(analysisRequestId: string, change: (input: Input) => Promise<Reply>) =>
  useMutation({ mutationFn: change, onSettled: () => refreshRuns(analysisRequestId) })

export const useStartRun = (analysisRequestId: string) =>
  useRunChange(analysisRequestId, (order: Omit<BodyIn<'startRun'>, 'analysisRequestId'>) =>
    call('startRun', { body: { analysisRequestId, ...order } }),
  )

export const useCancelRun = (analysisRequestId: string) =>
  useRunChange(analysisRequestId, (runId: string) => call('cancelRun', { body: { runId } }))

export const useRestartRun = (analysisRequestId: string) =>
  useRunChange(analysisRequestId, (body: Pick<BodyIn<'restartRun'>, 'runId' | 'options'>) =>
    call('restartRun', { body }),
  )

export const useAttachProducts = (analysisRequestId: string) =>
  useRunChange(analysisRequestId, (body: BodyIn<'attachProducts'>) => call('attachProducts', { body }))
