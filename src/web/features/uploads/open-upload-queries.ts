import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryIn } from '#contract/api.ts'
import { call } from '#web/lib/api.ts'

const OPEN_UPLOADS = ['uploads', 'open'] as const

export const useOpenUploads = () =>
  useQuery({
    queryKey: OPEN_UPLOADS,
    queryFn: async ({ signal }) => (await call('listOpenUploads', { signal })).data,
  })

export function useRefreshOpenUploads(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: OPEN_UPLOADS })
}

export function useAbandonUpload() {
  const refresh = useRefreshOpenUploads()
  return useMutation({
    mutationFn: (query: QueryIn<'abandonUpload'>) => call('abandonUpload', { query }),
    onSettled: refresh,
  })
}
