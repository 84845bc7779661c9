import { useQuery } from '@tanstack/react-query'
import { processing } from '#contract/processing.ts'
import { minutes, seconds } from '#domain/units.ts'
import { callsOf } from '#web/lib/api.ts'

const { call } = callsOf(processing)

/** Whether maps are being made of a request, and how far that is. */
export const useProgress = (analysisRequestId: string) =>
  useQuery({
    queryKey: ['processing-progress', analysisRequestId],
    queryFn: async ({ signal }) => (await call('getProcessingProgress', { query: { analysisRequestId }, signal })).data,
    refetchInterval: ({ state: { data } }) => (data?.isProcessing ? seconds(5) : minutes(1)),
  })
