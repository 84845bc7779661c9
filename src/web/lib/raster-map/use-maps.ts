import { useQuery } from '@tanstack/react-query'
import { minutes, seconds } from '#domain/units.ts'
import { call } from '../api.ts'
import { queryClient } from '../query-client.ts'

/** Maps of a report (for staff also what runs made), of a project, one, or a customer's own; null while it is not known. */
export type MapsOf =
  | { analysisRequestId: string; withProducts?: 'true' | undefined }
  | { projectType: string }
  | { fileId: string }
  | { userId: string }
  | null

/** The beginning of the keys of all. */
export const MAPS_KEY = ['maps'] as const
export const mapsKey = (of: MapsOf) => [...MAPS_KEY, of] as const

export const refreshMaps = (): Promise<void> => queryClient.invalidateQueries({ queryKey: MAPS_KEY })

/** Of so many, each answer costs the server more. */
const LONG = 30

/** Their links are valid for an hour, and are loaded again before. */
export const useMaps = (of: MapsOf) =>
  useQuery({
    queryKey: mapsKey(of),
    queryFn: async ({ signal }) => (await call('listMaps', { query: of ?? {}, signal })).data,
    enabled: of !== null,
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => state === 'PREPARING') ? seconds(data.length > LONG ? 10 : 2) : minutes(20),
  })
