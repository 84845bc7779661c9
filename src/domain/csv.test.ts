import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BYTE_ORDER_MARK, csvCell, csvChunks, csvFileName, csvLine } from './csv.ts'

/** A parser for the grammar of RFC 4180. */
function readCsv(text: string): string[][] {
  const lines: string[][] = []
  let line: string[] = []
  let at = 0
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
        if (text[at] === '"') at += 1
        cell += text[at]
      }
      at += 1
    } else
      while (text[at] !== ',' && text[at] !== '\r') {
        if (text[at] === '"' || text[at] === '\n') throw new Error(`Not quoted at ${at}`)
        cell += text[at++]
      }
    line.push(cell)
    if (text[at] === ',') at += 1
    else {
      if (text.slice(at, at + 2) !== '\r\n') throw new Error(`No end of line at ${at}`)
      at += 2
      lines.push(line)
      line = []
    }
  }
  return lines
}

const FORMULA_SIGNS = ['=', '+', '-', '@', '\t', '\r']
const trickyText = array(
  oneof(string({ unit: 'binary' }), constantFrom(...FORMULA_SIGNS, '"', ',', '\n', '\0', "'", ';', ' ')),
).map((parts) => parts.join(''))
const table = array(array(trickyText, { minLength: 1, maxLength: 5 }), { maxLength: 5 })

const asKept = (text: string) => {
  const plain = text.replaceAll('\0', '')
  return /^[=+\-@\t\r\n＝＋－＠]/.test(plain) ? `'${plain}` : plain
}

describe('a CSV file', () => {
  it('is parsed to the original cells, except NUL and the escape of formulas', () => {
    assert(
      property(table, (rows) => {
        const file = rows.map(csvLine).join('')
        expect(readCsv(file)).toEqual(rows.map((cells) => cells.map(asKept)))
      }),
    )
  })

  it('has no cell that a spreadsheet runs as a formula, quoted or not', () => {
    assert(
      property(constantFrom('', '\0', '\0\0'), constantFrom('', ...FORMULA_SIGNS), trickyText, (...parts) => {
        const [cell] = readCsv(csvLine([parts.join('')]))[0] ?? []
        expect(FORMULA_SIGNS).not.toContain(cell?.[0])
      }),
    )
  })

  it.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\0=1+1', "'=1+1"],
    ['', ''],
  ])('writes %j as %j', (text, cell) => {
    expect(csvCell(text)).toBe(cell)
  })
})

async function all<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const piece of pieces) list.push(piece)
  return list
}

const columns = [
  ['Name', (row: { name: string }) => row.name],
  ['Length', (row: { name: string }) => String(row.name.length)],
] as const

async function* inBatches(...batches: string[][]) {
  for (const names of batches) yield names.map((name) => ({ name }))
}

describe('a list written while it is read', () => {
  it('has one header, with the first rows in its chunk, and every row once', async () => {
    const pieces = await all(csvChunks(columns, inBatches(['Ann', 'Bo'], ['Chi'])))
    expect(pieces).toEqual([`${BYTE_ORDER_MARK}Name,Length\r\nAnn,3\r\nBo,2\r\n`, 'Chi,3\r\n'])
  })

  it('is a head alone when nothing matches', async () => {
    expect(await all(csvChunks(columns, inBatches()))).toEqual([`${BYTE_ORDER_MARK}Name,Length\r\n`])
  })

  it('carries its day in its name', () => {
    expect(csvFileName('users', new Date(2026, 7, 5))).toBe('users-2026-08-05.csv')
  })
})
