import type { TableType } from '#domain/reports.ts'
import { readCsv } from '#imagery/tables/csv.ts'
import { readXlsx } from '#imagery/tables/xlsx.ts'
import { defineThreadWork } from '../thread-work.ts'

type Source = { type: TableType; bytes: number; isCut: boolean }

/** The start of a table, or why it can't be read. */
export const work = defineThreadWork(async ({ type, bytes, isCut }: Source, readRange) => {
  const read = await readRange(0, bytes)
  try {
    return { table: type === 'xlsx' ? readXlsx(read) : readCsv(read, isCut) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
})
