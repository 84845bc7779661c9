import { useMutation, useQuery } from '@tanstack/react-query'
import { deletions } from '#contract/deletions.ts'
import type { DeletionKind } from '#domain/deletions.ts'
import { toast } from '#web/ui/overlay/toast.ts'
import { callsOf, problemOf } from '../api.ts'
import { queryClient } from '../query-client.ts'

const { call } = callsOf(deletions)

export type DeletionSubject = { kind: DeletionKind; id: string }

/** What is deleted is shown by many lists. It is told even where the list no longer shows what asked for it. */
const told = {
  onSettled: () => void queryClient.invalidateQueries(),
  onSuccess: ({ message }: { message: string }) => toast.success(message),
}
const answered = { ...told, onError: (error: unknown) => toast.error(problemOf(error)) }

export const useDeletionContents = (subject: DeletionSubject) =>
  useQuery({
    queryKey: ['deletions', 'contents', subject],
    queryFn: async ({ signal }) => (await call('getDeletionContents', { query: subject, signal })).data,
    staleTime: 0,
  })

/** Of the caller, or of a customer for staff. */
export const useDeletions = (userId?: string) =>
  useQuery({
    queryKey: ['deletions', 'list', userId],
    queryFn: async ({ signal }) =>
      (await call('listDeletions', { query: userId === undefined ? {} : { userId }, signal })).data,
  })

export const useDelete = () =>
  useMutation({ mutationFn: (subject: DeletionSubject) => call('deleteSubject', { query: subject }), ...told })

export const useDeleteMyAccount = () => useMutation({ mutationFn: () => call('deleteMyAccount'), ...told })

export const useTakeBack = () =>
  useMutation({ mutationFn: (subject: DeletionSubject) => call('restoreSubject', { body: subject }), ...answered })

export const useTakeBackMyAccount = () => useMutation({ mutationFn: () => call('restoreMyAccount'), ...answered })

export const useArchivesKept = () =>
  useQuery({
    queryKey: ['deletions', 'archives-kept'],
    queryFn: async ({ signal }) => (await call('getArchivesKept', { signal })).data,
  })

export const useSetArchivesKept = () =>
  useMutation({
    mutationFn: (days: number | null) => call('setArchivesKept', { body: { days } }),
    ...answered,
  })

export const useSetLegalHold = () =>
  useMutation({
    mutationFn: (hold: { userId: string; reason: string }) => call('setLegalHold', { body: hold }),
    ...answered,
  })
