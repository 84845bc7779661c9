import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BodyIn, ReplyOf } from '#contract/api.ts'
import { type Exclusion, fieldBook } from '#contract/field-book.ts'
import type { NewerChange } from '#contract/newer.ts'
import { EXCLUDED_AT_ONCE_MAX, OWN_VALUES_AT_ONCE_MAX } from '#domain/trials.ts'
import { callsOf } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { useChange } from '#web/lib/use-change.ts'
import { newerIn } from './newer/newer-in.ts'
import { trialKey } from './trial-queries.ts'

const { call } = callsOf(fieldBook)

export type OwnColumn = ReplyOf<'listOwnColumns'>['data'][number]

const exclusionsKey = (trialId: string) => [...trialKey(trialId), 'exclusions'] as const
const ownColumnsKey = (trialId: string) => [...trialKey(trialId), 'own-columns'] as const

export const useExclusions = (trialId: string) =>
  useQuery({
    queryKey: exclusionsKey(trialId),
    queryFn: async ({ signal }) => (await call('listExclusions', { query: { trialId }, signal })).data,
  })

/** What people have scored or weighed. */
export const useOwnColumns = (trialId: string) =>
  useQuery({
    queryKey: ownColumnsKey(trialId),
    queryFn: async ({ signal }) => (await call('listOwnColumns', { query: { trialId }, signal })).data,
  })

/** What was loaded last, also before it is drawn. */
export const loadedExclusions = (trialId: string): readonly Exclusion[] | undefined =>
  queryClient.getQueryData<Exclusion[]>(exclusionsKey(trialId))
export const loadedColumns = (trialId: string): readonly OwnColumn[] | undefined =>
  queryClient.getQueryData<OwnColumn[]>(ownColumnsKey(trialId))

export const useExcludePlots = (trialId: string) =>
  useChange(
    exclusionsKey(trialId),
    async ({ plotIds, ...body }: Omit<BodyIn<'excludePlots'>, 'trialId'>): Promise<void> => {
      for (const part of partsOf(plotIds, EXCLUDED_AT_ONCE_MAX))
        await call('excludePlots', { body: { trialId, ...body, plotIds: part } })
    },
  )

export type OwnValues = Omit<BodyIn<'saveOwnColumn'>, 'trialId'>

/** It answers with the ids of the columns. */
export const useSaveOwnValues = (trialId: string) =>
  useChange(ownColumnsKey(trialId), async (columns: readonly OwnValues[]): Promise<string[]> => {
    const ids: string[] = []
    for (const { values, ...column } of columns) {
      let columnId = ''
      // One without values makes the column.
      for (const part of values.length === 0 ? [[]] : partsOf(values, OWN_VALUES_AT_ONCE_MAX))
        columnId = (await call('saveOwnColumn', { body: { trialId, ...column, values: part } })).data.columnId
      ids.push(columnId)
    }
    return ids
  })

/** With what each was when it was loaded, so that a newer value isn't replaced unseen. */
const withSeen = (columns: readonly OwnValues[], loaded: readonly OwnColumn[]): OwnValues[] =>
  columns.map(({ values, ...column }) => {
    const known = loaded.find(({ name, takenOn }) => name === column.name && takenOn === (column.takenOn ?? null))
    const before = new Map(known?.values.map(({ plotId, value }) => [plotId, value]))
    return {
      ...column,
      values: values.map((value) => ({ seen: before.get(value.plotId) ?? null, ...value })),
    }
  })

type Refused = { newer: NewerChange; columns: readonly OwnValues[] }

/** Saves own values. `refused` are those that another person has changed since they were loaded. */
export function useSaveSeenValues(trialId: string) {
  const saving = useSaveOwnValues(trialId)
  const [refused, setRefused] = useState<Refused>()
  const save = async (columns: readonly OwnValues[]): Promise<string[]> => {
    const loaded = loadedColumns(trialId)
    try {
      return await saving.mutateAsync(loaded ? withSeen(columns, loaded) : columns)
    } catch (error) {
      const newer = newerIn(error)
      if (newer) setRefused({ newer, columns })
      throw error
    }
  }
  return {
    save,
    refused,
    keepTheirs: () => setRefused(undefined),
    /** What the person has seen now is theirs. */
    seenNow: (): OwnValues[] => {
      setRefused(undefined)
      const theirs = new Map(refused?.newer.differences.map(({ what, theirs: value }) => [what, value]))
      return (refused?.columns ?? []).map(({ values, ...column }) => ({
        ...column,
        values: values.map((value) =>
          theirs.has(value.plotId) ? { ...value, seen: theirs.get(value.plotId) ?? null } : value,
        ),
      }))
    },
  }
}

export const useDeleteOwnColumn = (trialId: string) =>
  useChange(ownColumnsKey(trialId), (columnId: string) => call('deleteOwnColumn', { query: { columnId } }))

const partsOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))
