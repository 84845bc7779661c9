// A workbook for spreadsheets: Office Open XML, written row by row. Texts are texts, never formulas. ECMA-376.
import { strToU8, Zip, ZipDeflate } from 'fflate'

/** `day` is a date: days from 1970-01-01. */
export type Cell = string | number | { day: number } | null
export type Sheet = {
  name: string
  titles: readonly string[]
  /** Of numbers of a column, how many are shown behind the point; null for as many as there are. */
  digits?: readonly (number | null)[]
  rows: Iterable<readonly Cell[]>
}

export const ROWS_MAX = 1_048_576
export const COLUMNS_MAX = 16_384
const TEXT_MAX = 32_767
/** The number of 1970-01-01 in a spreadsheet. */
const DAY_1970 = 25_569
const ROWS_AT_ONCE = 500

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The first row of each sheet, with its titles, stays in view. */
export function writeWorkbook(sheets: readonly Sheet[]): Uint8Array {
  const pieces: Uint8Array[] = []
  let failure: Error | undefined
  const zip = new Zip((error, piece) => {
    if (error) failure = error
    else pieces.push(piece)
  })
  const add = (name: string, texts: Iterable<string>): void => {
    const entry = new ZipDeflate(name, { level: 3 })
    zip.add(entry)
    for (const text of texts) entry.push(strToU8(text))
    entry.push(new Uint8Array(), true)
  }
  add('[Content_Types].xml', [contentTypes(sheets)])
  add('_rels/.rels', [relationships([['rId1', 'officeDocument', 'xl/workbook.xml']])])
  add('xl/workbook.xml', [workbook(sheets)])
  add('xl/_rels/workbook.xml.rels', [
    relationships([
      ...sheets.map((_, at): Relation => [`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`]),
      ['rIdStyles', 'styles', 'styles.xml'],
    ]),
  ])
  add('xl/styles.xml', [STYLES])
  for (const [at, sheet] of sheets.entries()) add(`xl/worksheets/sheet${at + 1}.xml`, worksheet(sheet))
  zip.end()
  if (failure) throw failure
  return Buffer.concat(pieces)
}

type Relation = [id: string, type: string, target: string]

const relationships = (all: readonly Relation[]): string =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${all
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

const contentTypes = (sheets: readonly Sheet[]): string =>
  `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${sheets
    .map((_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${TYPES}.worksheet+xml"/>`)
    .join('')}</Types>`

const workbook = (sheets: readonly Sheet[]): string =>
  `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets
    .map(({ name }, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
    .join('')}</sheets></workbook>`

/** Behind the point. */
const DIGITS_MAX = 4
/** Of numbers with one digit behind the point, then with more. */
const FIRST_DIGITS = 3
const FORMATS = Array.from({ length: DIGITS_MAX }, (_, at) => 164 + at)

/** The second style is that of titles, the third that of dates, then those of numbers. */
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="${DIGITS_MAX}">${FORMATS.map((id, at) => `<numFmt numFmtId="${id}" formatCode="0.${'0'.repeat(at + 1)}"/>`).join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${FIRST_DIGITS + DIGITS_MAX}"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="14" applyNumberFormat="1"/>${FORMATS.map((id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`

function* worksheet({ titles, digits = [], rows }: Sheet): Generator<string> {
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>${row(titles, 1, () => ' s="1"')}`
  const styles = digits.map((shown) => (shown === null ? '' : ` s="${FIRST_DIGITS + Math.min(shown, DIGITS_MAX) - 1}"`))
  const styleOf = (at: number) => styles[at] ?? ''
  let number = 1
  let text = ''
  for (const cells of rows) {
    number += 1
    if (number > ROWS_MAX) throw new RangeError('A sheet has at most 1,048,576 rows')
    text += row(cells, number, styleOf)
    if (number % ROWS_AT_ONCE !== 0) continue
    yield text
    text = ''
  }
  yield `${text}</sheetData></worksheet>`
}

const row = (cells: readonly Cell[], number: number, styleOf: (at: number) => string): string =>
  `<row r="${number}">${cells.map((cell, at) => cellText(cell, `${columnName(at)}${number}`, styleOf(at))).join('')}</row>`

function cellText(cell: Cell, reference: string, style: string): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'object') return `<c r="${reference}" s="2"><v>${cell.day + DAY_1970}</v></c>`
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c r="${reference}"${style}><v>${cell}</v></c>` : ''
  return `<c r="${reference}"${style} t="inlineStr"><is><t xml:space="preserve">${escaped(cell.slice(0, TEXT_MAX))}</t></is></c>`
}

/** A, B, …, Z, AA, … */
function columnName(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26))
  return at < 26 ? letter : columnName(Math.floor(at / 26) - 1) + letter
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Without what XML has no way to write. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- they are what is removed
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
