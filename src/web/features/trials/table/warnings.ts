// Rows by the warnings of what is shown of them.
import type { TableColumn } from './table-model.ts'

/** Any warning, no warning, or the name of one. */
export type WarningFilter = 'any' | 'none' | (string & {})

type Columns = readonly Pick<TableColumn, 'flags'>[]

/** The warnings of the columns, and how many plots have each. The most frequent first. */
export function warningsIn(columns: Columns, plots: number): { flag: string; plots: number }[] {
  const counts = new Map<string, number>()
  for (let at = 0; at < plots; at += 1)
    for (const flag of new Set(columns.flatMap(({ flags }) => flags?.[at] ?? [])))
      counts.set(flag, (counts.get(flag) ?? 0) + 1)
  return [...counts].map(([flag, count]) => ({ flag, plots: count })).toSorted((a, b) => b.plots - a.plots)
}

/** The places of plots that have what is wanted in any of the columns. */
export function withWarnings(places: readonly number[], columns: Columns, wanted: WarningFilter): number[] {
  const flagged = columns.flatMap(({ flags }) => (flags ? [flags] : []))
  const has = (at: number): boolean =>
    flagged.some((flags) => {
      const own = flags[at] ?? []
      return wanted === 'any' || wanted === 'none' ? own.length > 0 : own.includes(wanted)
    })
  return places.filter((at) => has(at) !== (wanted === 'none'))
}
