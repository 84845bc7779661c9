import { MiB } from '#domain/units.ts'
import { useAnswer } from '../plots/use-answer.ts'
import type { ShownTable, TableReport } from './read-given-table.ts'
import type { Source } from './table-source.tsx'

const BYTES_MAX = MiB(16)

type Reading = {
  /** Names what the order says. */
  key: readonly unknown[]
  /** Of the worker. */
  address: string
  order: ((source: Blob) => object) | undefined
}

type GivenTable<Taken, Found> = {
  isGiven: boolean
  isFetching: boolean
  problem: string | undefined
  table: ShownTable<Taken> | undefined
  found: Found | undefined
}

/** Reads a table in a worker, again with each choice. Without an order, nothing is read. */
export function useGivenTable<Taken, Found>(
  { file, text, key: given }: Source,
  { key, address, order }: Reading,
): GivenTable<Taken, Found> {
  const isGiven = file !== null || text.trim() !== ''
  const isTooLarge = (file?.size ?? text.length) > BYTES_MAX
  const { data, error, isFetching } = useAnswer<TableReport<Taken, Found>>(
    [...key, given],
    address,
    order && isGiven && !isTooLarge ? () => order(file ?? new Blob([text])) : null,
  )
  const unread = isTooLarge ? 'This table is larger than 16 MB.' : error?.message
  const problem = unread ?? (isGiven ? data?.problem : undefined)
  return {
    isGiven,
    isFetching,
    problem,
    table: isGiven && unread === undefined ? data?.table : undefined,
    found: isGiven && problem === undefined ? data?.found : undefined,
  }
}
