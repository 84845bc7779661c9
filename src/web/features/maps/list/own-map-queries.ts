import { useMutation } from '@tanstack/react-query'
import { ownMaps } from '#contract/own-maps.ts'
import { callsOf, problemOf } from '#web/lib/api.ts'
import { refreshMaps } from '#web/lib/raster-map/use-maps.ts'
import { toast } from '#web/ui/overlay/toast.ts'

const { call } = callsOf(ownMaps)

export const useDeleteMap = () =>
  useMutation({
    mutationFn: (fileId: string) => call('deleteMap', { query: { fileId } }),
    onSettled: refreshMaps,
  })

export function useRestoreMap(): (fileId: string) => void {
  const { mutate } = useMutation({
    mutationFn: (fileId: string) => call('restoreMap', { body: { fileId } }),
    onSettled: refreshMaps,
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(problemOf(error)),
  })
  return mutate
}
