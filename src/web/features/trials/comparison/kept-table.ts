import { skipToken, useQuery } from '@tanstack/react-query'
import { minutes } from '#domain/units.ts'
import { queryClient } from '#web/lib/query-client.ts'
import type { ValuesChoices } from '../plot-values/values-columns.tsx'
import { NO_TABLE, type Source } from '../table-columns/table-source.tsx'
import type { Match } from './column-matches.ts'

export type KeptTable = {
  source: Source
  choices: ValuesChoices
  /** The date of columns that name none. */
  usualFlightId: string | null
  /** What a person has changed, by the place of the column. */
  changes: Readonly<Record<number, Partial<Match>>>
}

const NONE: KeptTable = { source: NO_TABLE, choices: {}, usualFlightId: null, changes: {} }

/** The table that is compared stays while another tab is shown, or while the trial is measured. It never leaves the browser. */
export function useKeptTable(trialId: string): [KeptTable, (change: Partial<KeptTable>) => void] {
  const queryKey = ['compared-table', trialId]
  const { data = NONE } = useQuery<KeptTable>({ queryKey, queryFn: skipToken, gcTime: minutes(60) })
  return [data, (change) => queryClient.setQueryData<KeptTable>(queryKey, (kept = NONE) => ({ ...kept, ...change }))]
}
