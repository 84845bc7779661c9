import { CHARACTERS_LOOKED_AT, decodeTable, readCsv, separate } from './csv.ts'
import type { DecimalMark } from './read-number.ts'
import type { RateRows, TableLimits, TableStart } from './table.ts'
import { readXlsx } from './xlsx.ts'

export type Table = TableStart & {
  /** Of numbers that don't tell it themselves; undefined where nothing tells. */
  usualMark: DecimalMark | undefined
}

/** A workbook, or a table of text. `sheet` is null where there is one only. @throws Error for a damaged workbook */
export function readTable(bytes: Uint8Array, limits: TableLimits, rate: RateRows): Table {
  if (isWorkbook(bytes)) return { ...readXlsx(bytes, limits, rate), usualMark: 'point' }
  const { separator } = separate(decodeTable(bytes.subarray(0, CHARACTERS_LOOKED_AT)))
  return { ...readCsv(bytes, false, limits), usualMark: separator === ',' ? 'point' : undefined }
}

/** By the signature of a ZIP archive, of which the two letters PK alone may begin a heading. */
const isWorkbook = ([first, second, third, fourth]: Uint8Array): boolean =>
  first === 0x50 && second === 0x4b && third === 3 && fourth === 4
