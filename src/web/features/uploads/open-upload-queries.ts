import { useQuery } from '@tanstack/react-query'
import type { QueryIn } from '#contract/api.ts'
import { call } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { useChange } from '#web/lib/use-change.ts'

const UPLOADS = ['uploads'] as const
const OPEN_UPLOADS = [...UPLOADS, 'open'] as const

export const useOpenUploads = () =>
  useQuery({
    queryKey: OPEN_UPLOADS,
    queryFn: async ({ signal }) => (await call('listOpenUploads', { signal })).data,
  })

/** The storage that the customer uses. Until it is known, only the server checks the quota. */
export const useMyStorage = () =>
  useQuery({
    queryKey: [...UPLOADS, 'storage'],
    queryFn: async ({ signal }) => (await call('getMyStorage', { signal })).data,
    staleTime: 0,
  })

export const refreshOpenUploads = (): Promise<void> => queryClient.invalidateQueries({ queryKey: UPLOADS })

export const useCancelUpload = () =>
  useChange(UPLOADS, (query: QueryIn<'cancelUpload'>) => call('cancelUpload', { query }))
