import { type InfiniteData, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Counts, EmailSetting, Notice } from '#contract/notices.ts'
import { minutes } from '#domain/units.ts'
import { call, problemOf, type Reply } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { useList, withRows } from '#web/lib/use-list.ts'
import { toast } from '#web/ui/overlay/toast.ts'

const NOTICES = ['notices'] as const
const COUNTS = ['counts'] as const
const EMAIL_SETTINGS = ['email-settings'] as const
const PAGE_SIZE = '20'
const COUNTS_INTERVAL_MS = minutes(1)

type CountsOptions = {
  enabled: boolean
  /** Uploads of this page that have arrived. */
  arrived: number
}

/** What waits for this person. Asked for every minute while the page is visible, and after each change made here. */
export function useCounts({ enabled, arrived }: CountsOptions): Counts | undefined {
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success')
          void queryClient.invalidateQueries({ queryKey: COUNTS })
      }),
    [],
  )
  useEffect(() => {
    if (arrived > 0) void queryClient.invalidateQueries({ queryKey: COUNTS })
  }, [arrived])
  const { data } = useQuery({
    queryKey: COUNTS,
    queryFn: async ({ signal }) => (await call('getCounts', { signal })).data,
    refetchInterval: COUNTS_INTERVAL_MS,
    enabled,
  })
  return data
}

/** The list is opened to see the latest ones. */
export const useNotices = () =>
  useList(NOTICES, (after, signal) => call('listNotices', { query: { pageSize: PAGE_SIZE, ...after }, signal }), {
    staleTime: 0,
  })

type Pages = InfiniteData<Reply<'listNotices'>, string>

/** Marks a notice as read at once on the screen, alone or with all older ones. */
export const useMarkRead = () =>
  useMutation({
    mutationFn: ({ notice, withOlder }: { notice: Notice; withOlder: boolean }) =>
      call('markNoticesRead', { body: { noticeId: notice.noticeId, withOlder } }),
    onMutate: async ({ notice, withOlder }) => {
      await queryClient.cancelQueries({ queryKey: NOTICES })
      queryClient.setQueryData<Pages>(NOTICES, (pages) => pages && withRead(pages, notice, withOlder))
    },
    onError: () => queryClient.invalidateQueries({ queryKey: NOTICES }),
  })

function withRead(list: Pages, { noticeId }: Notice, withOlder: boolean): Pages {
  const all = list.pages.flatMap((page) => page.data)
  const at = all.findIndex((notice) => notice.noticeId === noticeId)
  const read = new Set((withOlder ? all.slice(at) : all.slice(at, at + 1)).map((notice) => notice.noticeId))
  return withRows(list, (notice) => (read.has(notice.noticeId) ? { ...notice, isRead: true } : notice))
}

export function useEmailSettings() {
  return useQuery({
    queryKey: EMAIL_SETTINGS,
    queryFn: async ({ signal }) => (await call('getEmailSettings', { signal })).data,
  })
}

/** Saves one choice; quick changes are saved one after another. */
export const useChangeEmailSetting = () =>
  useMutation({
    scope: { id: 'email-settings' },
    mutationFn: (setting: EmailSetting) => call('changeEmailSetting', { body: setting }),
    onMutate: async (setting) => {
      await queryClient.cancelQueries({ queryKey: EMAIL_SETTINGS })
      queryClient.setQueryData<EmailSetting[]>(EMAIL_SETTINGS, (settings) =>
        settings?.map((before) => (before.topic === setting.topic ? setting : before)),
      )
    },
    // Here, because what is given to `mutate` is called for the last change only.
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => {
      toast.error(`Not saved. ${problemOf(error)}`)
      return queryClient.invalidateQueries({ queryKey: EMAIL_SETTINGS })
    },
  })
