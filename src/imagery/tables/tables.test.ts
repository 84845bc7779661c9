import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readCsv } from './csv.ts'
import { readTable } from './read-table.ts'
import { readXlsx } from './xlsx.ts'

const csv = (text: string, isCut = false) => readCsv(Buffer.from(text), isCut)

describe('a table of text', () => {
  test.each([
    ['commas', 'plot,height\n1,"2,5"\n'],
    ['semicolons and decimal commas', 'plot;height\r\n1;2,5\r\n'],
    ['tabs', 'plot\theight\n\n1\t2,5'],
  ])('with %s', (_name, text) => {
    expect(csv(text).rows).toEqual([
      ['plot', 'height'],
      ['1', '2,5'],
    ])
  })

  test.each([
    ['a line that states its separator', 'sep=;\r\nplot;height\r\n1;2,5'],
    ['a decimal comma in each row', 'plot;height\n1;2,5\n'],
    ['a title above', 'Wheat, Ames, 2026\nplot;height\n1;2,5\n'],
  ])('with %s has its semicolons as separators', (_name, text) => {
    expect(csv(text).rows.slice(-2)).toEqual([
      ['plot', 'height'],
      ['1', '2,5'],
    ])
  })

  test('with a semicolon in each place of a plot has its commas as separators', () => {
    expect(csv('plot,geo_coordinates,height\n1,-95.5;44.2,80\n2,-95.6;44.2,81\n').rows[1]).toEqual([
      '1',
      '-95.5;44.2',
      '80',
    ])
  })

  test('quoted cells keep delimiters, line breaks and quotes; short rows are filled', () => {
    expect(csv('a,b,c\n"x, ""y""\nz",1\n').rows).toEqual([
      ['a', 'b', 'c'],
      ['x, "y"\nz', '1', ''],
    ])
  })

  test.each([
    ['UTF-8 with a mark', Buffer.from('\ufeffgröße,1', 'utf8')],
    ['UTF-16', Buffer.from('\ufeffgröße,1', 'utf16le')],
    ['UTF-16 without a mark', Buffer.from('größe,1', 'utf16le')],
    ['UTF-16 of the other order', Buffer.from('größe,1', 'utf16le').swap16()],
    ['Windows', Buffer.from('größe,1', 'latin1')],
  ])('in %s', (_name, bytes) => {
    expect(readCsv(bytes, false).rows).toEqual([['größe', '1']])
  })

  test('in Windows-1252 has its dashes and quotes, which Node and browsers decode differently', () => {
    expect(readCsv(Buffer.from('\x80 \x96 \x93a\x94 \xe4', 'latin1'), false).rows).toEqual([['€ – “a” ä']])
  })

  test('of the first bytes only, the last row is left out, because it may be cut', () => {
    const start = readCsv(Buffer.from('a,b\n1,2\n3,größe').subarray(0, -4), true)
    expect(start).toMatchObject({
      rows: [
        ['a', 'b'],
        ['1', '2'],
      ],
      hasMoreRows: true,
    })
  })

  test('shows a heading, 1,000 rows, 100 columns, and 300 characters of a cell', () => {
    const row = ['x'.repeat(400), ...Array.from({ length: 150 }, (_, column) => column)].join(',')
    const { rows, ...more } = csv(`${row}\n`.repeat(1002))
    expect(more).toEqual({ sheet: null, hasMoreRows: true, hasMoreColumns: true })
    expect([rows.length, rows[0]?.length, rows[0]?.[0]?.length]).toEqual([1001, 100, 301])
    expect(csv(`${row}\n`.repeat(1001)).hasMoreRows).toBe(false)
  })
})

/** No sheet is better than another. */
const alike = () => 0

test('a table is a workbook by its signature, not by a heading that begins with PK', () => {
  const limits = { rows: 10, columns: 10, characters: 1000 }
  expect(readTable(Buffer.from('PK;Plot\n1;101'), limits, alike)).toMatchObject({
    rows: [
      ['PK', 'Plot'],
      ['1', '101'],
    ],
    usualMark: undefined,
  })
  expect(readTable(Buffer.from('PK,Plot\n1,101'), limits, alike).usualMark).toBe('point')
  const rows = '<row r="1"><c r="A1"><v>1.234</v></c></row>'
  expect(readTable(workbook({ rows }), limits, alike)).toMatchObject({
    sheet: null,
    rows: [['1.234']],
    usualMark: 'point',
  })
})

const LARGE = 110 * 1024 * 1024

type Workbook = { rows: string; strings?: string; styles?: string; properties?: string; more?: string }

const workbook = ({ rows, strings = '', styles = '', properties = '', more }: Workbook) =>
  zipSync({
    'xl/workbook.xml': strToU8(
      `<?xml version="1.0"?><workbook>${properties}<sheets><sheet name="Hidden" state="hidden" r:id="rId1"/>` +
        `<sheet name="Plots &amp; more" r:id="rId2"/>${more ? '<sheet name="Observation" r:id="rId3"/>' : ''}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/>' +
        '<Relationship Id="rId2" Target="worksheets/sheet2.xml"/>' +
        '<Relationship Id="rId3" Target="worksheets/sheet3.xml"/></Relationships>',
    ),
    'xl/worksheets/sheet1.xml': strToU8('<worksheet/>'),
    'xl/worksheets/sheet2.xml': strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
    'xl/worksheets/sheet3.xml': strToU8(`<worksheet><sheetData>${more ?? ''}</sheetData></worksheet>`),
    'xl/sharedStrings.xml': strToU8(`<sst>${strings}</sst>`),
    'xl/styles.xml': strToU8(`<styleSheet>${styles}</styleSheet>`),
  })

const rowOf = (...cells: string[]) =>
  `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`

const bombOf = (parts: Record<string, Uint8Array>) =>
  zipSync(
    {
      'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="A" r:id="1"/></sheets></workbook>'),
      'xl/_rels/workbook.xml.rels': strToU8('<R><Relationship Id="1" Target="worksheets/a.xml"/></R>'),
      ...parts,
    },
    { level: 1 },
  )

describe('a workbook', () => {
  test('the first visible sheet: texts, numbers, dates and truth values as people read them', () => {
    const { sheet, rows } = readXlsx(
      workbook({
        strings: '<si><t>plot</t></si><si><r><t>dat</t></r><r><t>e</t></r><rPh><t>x</t></rPh></si>',
        styles:
          '<numFmts><numFmt numFmtId="164" formatCode="[Red]yyyy\\-mm"/><numFmt numFmtId="165" formatCode="0&quot;d&quot;"/>' +
          '</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
          '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>',
        rows:
          '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>' +
          '<row r="3"><c r="A3"><v>0.30000000000000004</v></c><c r="B3" t="b"><v>1</v></c><c r="C3" s="1"><v>46145.5</v></c>' +
          '<c r="D3" s="2"><v>7</v></c><c r="E3" t="inlineStr"><is><t>a &lt; b</t></is></c><c r="F3" t="str"><f>A1</f><v>sum</v></c></row>',
      }),
    )
    expect(sheet).toBe('Plots & more')
    expect(rows).toEqual([
      ['plot', '', 'date', '', '', ''],
      ['', '', '', '', '', ''],
      ['0.3', 'TRUE', '2026-05-03 12:00', '7', 'a < b', 'sum'],
    ])
  })

  test('of several sheets, that whose rows are rated highest is taken, and named; else the first', () => {
    const bytes = workbook({ rows: rowOf('Trial', 'Wheat'), more: rowOf('plot', 'variety') + rowOf('101', 'Falke') })
    const limits = { rows: 10, columns: 10, characters: 1000 }
    expect(readTable(bytes, limits, (rows) => (rows.flat().includes('plot') ? 1 : 0))).toMatchObject({
      sheet: 'Observation',
      rows: [
        ['plot', 'variety'],
        ['101', 'Falke'],
      ],
    })
    expect(readTable(bytes, limits, alike)).toMatchObject({ sheet: 'Plots & more', rows: [['Trial', 'Wheat']] })
  })

  test('a time that is not of a day has its hours', () => {
    const { rows } = readXlsx(
      workbook({
        styles:
          '<numFmts><numFmt numFmtId="170" formatCode="[h]:mm"/></numFmts><cellXfs><xf numFmtId="170"/></cellXfs>',
        rows: '<row><c><v>1.25</v></c><c><v>-0.5</v></c></row>',
      }),
    )
    expect(rows).toEqual([['30:00:00', '-12:00:00']])
  })

  test('a percentage is the number that people see', () => {
    const { rows } = readXlsx(
      workbook({
        styles:
          '<numFmts><numFmt numFmtId="170" formatCode="0.0%"/></numFmts><cellXfs><xf numFmtId="170"/><xf numFmtId="9"/></cellXfs>',
        rows: '<row><c s="0"><v>0.125</v></c><c s="1"><v>0.07</v></c></row>',
      }),
    )
    expect(rows).toEqual([['12.5 %', '7 %']])
  })

  test('dates of 1904 are the same days', () => {
    const { rows } = readXlsx(
      workbook({
        properties: '<workbookPr date1904="1"/>',
        styles: '<cellXfs><xf numFmtId="14"/></cellXfs>',
        rows: '<row><c><v>44683</v></c></row>',
      }),
    )
    expect(rows).toEqual([['2026-05-03']])
  })

  test('of 200,000 rows the first 1,000 below the heading are shown', () => {
    const rows = Array.from({ length: 200_000 }, (_, row) => `<row r="${row + 1}"><c><v>${row}</v></c></row>`).join('')
    const start = readXlsx(workbook({ rows }))
    expect([start.rows.length, start.rows.at(-1), start.hasMoreRows]).toEqual([1001, ['1000'], true])
  })

  test.each([
    ['a row far below', '<row r="1048576"><c><v>1</v></c></row>'],
    ['a column far to the right', '<row r="1"><c r="XFD1"><v>1</v></c></row>'],
    ['an entity that it defines', '<!DOCTYPE x [<!ENTITY a "aaaa">]><row r="1"><c><v>&a;</v></c></row>'],
    ['no end', '<row r="1"><c><v>1'],
  ])('with %s stays small', (_name, rows) => {
    expect(JSON.stringify(readXlsx(workbook({ rows }))).length).toBeLessThan(200_000)
  })

  test('of a text that every cell repeats, so many rows are shown as fit into a mebibyte', () => {
    const cells = '<c t="s"><v>0</v></c>'.repeat(100)
    const start = readXlsx(
      workbook({ strings: `<si><t>${'x'.repeat(300)}</t></si>`, rows: `<row>${cells}</row>`.repeat(1001) }),
    )
    expect([start.rows.length, start.hasMoreRows]).toEqual([34, true])
  })

  test('of entries that are large together, the last ones are not unpacked', () => {
    const bomb = bombOf({
      'xl/worksheets/a.xml': strToU8(
        '<sheetData><row><c t="s"><v>0</v></c><c><v>7</v></c></row></sheetData>'.padEnd(LARGE),
      ),
      'xl/sharedStrings.xml': strToU8('<sst><si><t>plot</t></si></sst>'.padEnd(LARGE)),
    })
    expect(readXlsx(bomb).rows).toEqual([['', '7']])
  })

  test('a bomb, and what is no workbook, are refused', () => {
    const bomb = bombOf({ 'xl/worksheets/a.xml': new Uint8Array(130 * 1024 * 1024) })
    expect(bomb.length).toBeLessThan(1024 * 1024)
    expect(() => readXlsx(bomb)).toThrow('missing or too large')
    expect(() => readXlsx(Buffer.from('plot,height'))).toThrow('')
  })
})
