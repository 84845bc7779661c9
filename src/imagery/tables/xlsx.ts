import { unzipSync } from 'fflate'
import { MiB } from '#domain/units.ts'
import { readXml, STOP } from '../xml/read-xml.ts'
import { PREVIEW, type RateRows, startOf, type TableLimits, type TableStart } from './table.ts'

/** Of one unpacked entry; one that has more than it states is cut there. */
const ENTRY_BYTES_MAX = MiB(128)
/** Of the entries that say where the sheet is and what its cells look like. */
const SMALL_BYTES_MAX = MiB(8)
/** Of all that are unpacked. */
const TOTAL_BYTES_MAX = MiB(192)
/** What is read of it: the rows that are shown are at its start. */
const TEXT_BYTES_MAX = MiB(24)
const SMALL = /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|styles\.xml)$/

type Cell = { column: number; type: string; style: number; value: string }
type Sheet = { name: string; path: string }

/** Of several sheets, so many are looked at, and so many rows of each. */
const SHEETS_MAX = 10
const ROWS_RATED = { ...PREVIEW, rows: 20 }

/**
 * The start of the first visible sheet of a workbook; with `rate`, of the sheet whose first rows it rates highest. @throws Error when it is
 * none, or too large.
 */
export function readXlsx(bytes: Uint8Array, limits: TableLimits = PREVIEW, rate?: RateRows): TableStart {
  const opened = new Set<string>()
  let total = 0
  const open = (wanted: (name: string) => boolean, bytesMax = ENTRY_BYTES_MAX) =>
    unzipSync(bytes, {
      filter: ({ name, originalSize: size }) => {
        if (!wanted(name) || size > bytesMax || total + size > TOTAL_BYTES_MAX || opened.has(name)) return false
        opened.add(name)
        total += size
        return true
      },
    })
  const small = open((name) => SMALL.test(name), SMALL_BYTES_MAX)
  const { sheets, is1904 } = findSheets(small)
  const kinds = numberStyles(small['xl/styles.xml'])
  const looked = rate ? sheets.slice(0, SHEETS_MAX) : sheets.slice(0, 1)
  const paths = looked.map(({ path }) => path)
  const entries = { ...open((name) => name === paths[0]), ...open((name) => paths.includes(name)) }
  const strings = open((name) => name === 'xl/sharedStrings.xml')['xl/sharedStrings.xml']
  const read = ({ path }: Sheet, of: TableLimits): string[][] => {
    const cells = readCells(entries[path], of)
    const workbook = { strings: readStrings(strings, cells), kinds, is1904 }
    return cells.map((row) => {
      const texts: string[] = []
      for (const cell of row) texts[cell.column] = textOf(cell, workbook)
      return Array.from(texts, (text) => text ?? '')
    })
  }
  const [first] = looked
  if (!first) throw new Error('This workbook has no sheet')
  const rated = looked
    .filter(({ path }) => rate && entries[path])
    .map((sheet) => ({ sheet, rate: rate?.(read(sheet, ROWS_RATED)) ?? 0 }))
  const { sheet } = rated.reduce((best, one) => (one.rate > best.rate ? one : best), { sheet: first, rate: 0 })
  return startOf(sheets.length > 1 || !rate ? sheet.name : null, read(sheet, limits), limits)
}

const readEntry = (entry: Uint8Array | undefined, handlers: Parameters<typeof readXml>[1]): void =>
  readXml(new TextDecoder().decode(entry?.subarray(0, TEXT_BYTES_MAX)), handlers)

function findSheets(entries: Record<string, Uint8Array>): { sheets: Sheet[]; is1904: boolean } {
  const found: { name: string; id: string }[] = []
  let is1904 = false
  readEntry(entries['xl/workbook.xml'], {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
      const id = attributes['r:id']
      if (name === 'sheet' && id !== undefined && (attributes['state'] ?? 'visible') === 'visible')
        found.push({ name: attributes['name'] ?? '', id })
    },
  })
  const targets = new Map<string, string>()
  readEntry(entries['xl/_rels/workbook.xml.rels'], {
    open: (_name, attributes) => targets.set(attributes['Id'] ?? '', attributes['Target'] ?? ''),
  })
  const sheets = found.flatMap(({ name, id }) => {
    const target = targets.get(id)
    if (target === undefined) return []
    return [{ name, path: target.startsWith('/') ? target.slice(1) : `xl/${target}` }]
  })
  return { sheets, is1904 }
}

/** The cells of the first rows. Empty rows stay in their place, up to the last one that is shown. */
function readCells(xml: Uint8Array | undefined, limits: TableLimits): Cell[][] {
  if (!xml) throw new Error('The sheet is missing or too large')
  const rows: Cell[][] = []
  let row: Cell[] = []
  let cell: Cell | undefined
  let isValue = false
  readEntry(xml, {
    open: (name, attributes) => {
      const reference = attributes['r'] ?? ''
      if (name === 'row') {
        const number = Number(reference) || rows.length + 1
        if (number > limits.rows + 2) {
          rows.push([])
          return STOP
        }
        while (rows.length < number) rows.push([])
        row = rows[number - 1] ?? []
      }
      if (name === 'c')
        cell = {
          column: columnOf(reference) ?? row.length,
          type: attributes['t'] ?? 'n',
          style: Number(attributes['s'] ?? 0),
          value: '',
        }
      isValue = name === 'v' || (name === 't' && cell?.type === 'inlineStr')
      return undefined
    },
    text: (text) => {
      if (isValue && cell) cell.value += text
    },
    close: (name) => {
      isValue = false
      if (name === 'c' && cell && cell.column <= limits.columns && cell.value !== '') row.push(cell)
      if (name === 'c') cell = undefined
    },
  })
  return rows
}

/** 'AB12' is column 27. */
function columnOf(reference: string): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(reference) ?? []
  if (letters === undefined) return undefined
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** The shared texts up to the last one that a shown cell names. */
function readStrings(xml: Uint8Array | undefined, rows: readonly (readonly Cell[])[]): string[] {
  let last = -1
  for (const row of rows) for (const { type, value } of row) if (type === 's') last = Math.max(last, Number(value))
  const strings: string[] = []
  let phonetic = 0
  let isText = false
  let present = ''
  readEntry(last < 0 ? undefined : xml, {
    open: (name) => {
      if (name === 'si') present = ''
      if (name === 'rPh') phonetic += 1
      isText = name === 't' && phonetic === 0
      return undefined
    },
    text: (text) => {
      if (isText) present += text
    },
    close: (name) => {
      isText = false
      if (name === 'rPh') phonetic -= 1
      if (name === 'si') strings.push(present)
      return strings.length > last ? STOP : undefined
    },
  })
  return strings
}

/** What a number of a cell is shown as; `elapsed`: '[h]:mm' shows 30 hours as 30:00, on no day. */
type NumberKind = 'date' | 'elapsed' | 'percent'

const BUILT_IN: readonly (readonly [NumberKind, readonly number[]])[] = [
  ['percent', [9, 10]],
  ['date', [14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 47]],
  ['elapsed', [46]],
]

function kindOfFormat(code: string): NumberKind | undefined {
  if (/\[(?:h+|m+|s+)\]/i.test(code)) return 'elapsed'
  // Without colours, conditions and quoted text.
  const plain = code.replace(/\[[^\][]*\]|\\.|"[^"]{0,99}"/g, '')
  if (plain.includes('%')) return 'percent'
  return /[dmyhs]/i.test(plain) ? 'date' : undefined
}

/** The styles of cells whose number is not shown as it is kept. */
function numberStyles(xml: Uint8Array | undefined): Map<number, NumberKind> {
  const formats = new Map(BUILT_IN.flatMap(([kind, ids]) => ids.map((id): [number, NumberKind] => [id, kind])))
  const styles = new Map<number, NumberKind>()
  let isCellStyle = false
  let count = 0
  readEntry(xml, {
    open: (name, attributes) => {
      const format = Number(attributes['numFmtId'])
      const kind = name === 'numFmt' ? kindOfFormat(attributes['formatCode'] ?? '') : undefined
      if (kind) formats.set(format, kind)
      if (name === 'cellXfs') isCellStyle = true
      if (name === 'xf' && isCellStyle) {
        const shown = formats.get(format)
        if (shown) styles.set(count, shown)
        count += 1
      }
    },
    close: (name) => {
      if (name === 'cellXfs') isCellStyle = false
    },
  })
  return styles
}

type Workbook = { strings: readonly string[]; kinds: ReadonlyMap<number, NumberKind>; is1904: boolean }

function textOf({ type, style, value }: Cell, { strings, kinds, is1904 }: Workbook): string {
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type !== 'n') return value
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  const kind = kinds.get(style)
  if (kind === 'elapsed') return elapsedText(number)
  if (kind === 'date') return dateText(number, is1904)
  return kind === 'percent' ? `${rounded(100 * number)} %` : rounded(number)
}

/** As spreadsheets show it: 0.1 + 0.2 is 0.3. */
const rounded = (number: number): string => String(Number(number.toPrecision(15)))

/** Days as hours, minutes and seconds. */
function elapsedText(days: number): string {
  const seconds = Math.round(Math.abs(days) * 86_400)
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const text = [hours, minutes, rest].map((part) => String(part).padStart(2, '0')).join(':')
  return days < 0 ? `-${text}` : text
}

/** Days since 30 December 1899 (or 1 January 1904), as '2026-05-03' or '2026-05-03 14:30'. */
function dateText(serial: number, is1904: boolean): string {
  const at = new Date(Math.round((serial - (is1904 ? 24_107 : 25_569)) * 86_400) * 1000)
  if (Number.isNaN(at.getTime())) return String(serial)
  const text = at.toISOString()
  if (serial < 1) return text.slice(11, 19)
  return text.slice(11, 19) === '00:00:00' ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ')
}
