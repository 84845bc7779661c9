import { type InfiniteData, useMutation, useQuery } from '@tanstack/react-query'
import type { BodyIn } from '#contract/api.ts'
import type { UserRow } from '#contract/users.ts'
import { call, callForFile, hasStatus, type Reply } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { receiveCsv } from '#web/lib/receive-csv.ts'
import { useList, withRows } from '#web/lib/use-list.ts'
import { searchRequest, type UserView } from './user-view.ts'

const USERS = ['users'] as const
const USER = ['user'] as const

/** All users of the view as a CSV file. */
export const exportUsers =
  (view: UserView) =>
  async (signal: AbortSignal, onRows: (rows: number) => void): Promise<Blob> =>
    receiveCsv(await callForFile('exportUsers', { body: { searchReq: searchRequest(view) ?? {} }, signal }), onRows)

export const useUsers = (view: UserView) =>
  useList([...USERS, view], (after, signal) => {
    const request = searchRequest(view)
    return request
      ? call('searchUsers', { body: { searchReq: { ...request, ...after } }, signal })
      : call('listUsers', { query: after, signal })
  })

export function useUser(userId: string) {
  return useQuery({
    queryKey: [...USER, userId],
    queryFn: async ({ signal }) => (await call('getUser', { query: { userId }, signal })).data,
  })
}

type Pages = InfiniteData<Reply<'listUsers'>, string>

/** Shows the saved user, or on a conflict the current one, on their page and in the lists that they still belong to. */
export const useVerifyUser = () =>
  useMutation({
    mutationFn: async (body: BodyIn<'verifyUser'>) => (await call('verifyUser', { body })).data,
    onSuccess: show,
    onError: async (error) => {
      const current = currentState(error)
      if (current) await show(current)
    },
  })

async function show(row: UserRow): Promise<void> {
  await queryClient.cancelQueries({ queryKey: USERS })
  queryClient.setQueriesData<Pages>(
    { queryKey: USERS },
    (pages) => pages && withRows(pages, (old) => (old.cognitoUserId === row.cognitoUserId ? row : old)),
  )
  await Promise.all([USERS, USER].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

/** The current user, which the error of a conflict carries. */
export const currentState = (error: unknown): UserRow | undefined =>
  hasStatus(error, 409) && isUser(error.data) ? error.data : undefined

const isUser = (data: unknown): data is UserRow =>
  typeof data === 'object' && data !== null && 'cognitoUserId' in data && 'version' in data && 'projectTypes' in data
