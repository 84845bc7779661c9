import { useMutation, useQuery } from '@tanstack/react-query'
import type { QueryIn } from '#contract/api.ts'
import { call } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

const OPEN_UPLOADS = ['uploads', 'open'] as const

export const useOpenUploads = () =>
  useQuery({
    queryKey: OPEN_UPLOADS,
    queryFn: async ({ signal }) => (await call('listOpenUploads', { signal })).data,
  })

export const refreshOpenUploads = (): Promise<void> => queryClient.invalidateQueries({ queryKey: OPEN_UPLOADS })

export const useAbandonUpload = () =>
  useMutation({
    mutationFn: (query: QueryIn<'abandonUpload'>) => call('abandonUpload', { query }),
    onSettled: refreshOpenUploads,
  })
