import { describe, expect, test } from 'vitest'
import { readCsv } from '../tables/csv.ts'
import { joinNames, type Turns } from './join-names.ts'
import { readNames } from './read-names.ts'

/** Two rows of three columns: 11 12 13, 21 22 23. */
const PLOTS = [1, 2].flatMap((row) =>
  [1, 2, 3].map((column) => ({ plotId: `${row}${column}`, attributes: { row: String(row), column: String(column) } })),
)
const AS_IT_IS: Turns = { isSwapped: false, flipsRows: false, flipsColumns: false, isSerpentine: false }

const join = (text: string, turns: Partial<Turns> = {}, plots: Parameters<typeof joinNames>[0] = PLOTS) => {
  const { rows } = readCsv(Buffer.from(text), false)
  return joinNames(plots, readNames(rows, new Set(plots.map(({ plotId }) => plotId))), { ...AS_IT_IS, ...turns })
}
const genotypes = (text: string, turns: Partial<Turns> = {}) =>
  join(text, turns)
    .plots.map(({ attributes }) => attributes.genotype ?? '-')
    .join(' ')

describe('a table', () => {
  test('by plot id says what matched, what is missing on either side, what comes twice and what is blank', () => {
    const text = 'Plot No;Variety;REP;yield\n11;A;1;2,5\n12;;1;3\n11;B;1;3\n99;C;2;1\n;;;\n'
    expect(join(text)).toMatchObject({
      by: 'plot id',
      matched: 2,
      missingInFile: ['13', '21', '22', '23'],
      missingInPlots: ['line 5: 99'],
      duplicates: ['line 4: 11'],
      withoutGenotype: ['12'],
    })
    expect(join(text).plots[0]).toEqual({
      plotId: '11',
      attributes: { row: '1', column: '1', genotype: 'A', rep: '1' },
    })
  })

  test.each([
    ['row and column', 'Row,Column,Genotype'],
    ['range and row, where ranges are columns', 'row,range,line'],
    ['range and column, where ranges are rows', 'range,col,cultivar'],
    ['x and y, the other way round', 'y,x,accession'],
  ])('by %s', (_names, heading) => {
    expect(genotypes(`${heading}\n1,01,A\n1,2,B\n2,3,F`)).toBe('A B - - - F')
  })

  test('of the Field Book app is joined by its unique id; its rows and columns are taken over', () => {
    const plots = PLOTS.map(({ plotId }) => ({ plotId, attributes: {} }))
    const { by, plots: joined } = join('"unique_id","row","column","genotype"\n"22","2","2","E"', {}, plots)
    expect(by).toBe('plot id')
    expect(joined[4]).toEqual({ plotId: '22', attributes: { row: '2', column: '2', genotype: 'E' } })
  })

  test('with nothing to join by says so', () => {
    const plots = [{ plotId: 'a', attributes: {} }]
    expect(() => join('A\tB\nC\tD', {}, plots)).toThrow('No plot id of this table is that of a plot')
    expect(() => join(' , \n')).toThrow('There is nothing in this table')
    const same = [...PLOTS, { plotId: 'again', attributes: { row: '1', column: '1' } }]
    expect(() => join('A,B', {}, same)).toThrow('The plots 11 and again stand in the same row and column')
  })
})

describe('a matrix', () => {
  const MATRIX = 'A\tB\tC\nD\tE\tF\n'

  test.each<[string, Partial<Turns>, string]>([
    ['as it is', {}, 'A B C D E F'],
    ['with flipped rows', { flipsRows: true }, 'D E F A B C'],
    ['with flipped columns', { flipsColumns: true }, 'C B A F E D'],
    ['serpentine', { isSerpentine: true }, 'A B C F E D'],
    ['swapped', { isSwapped: true }, 'A D - B E -'],
    ['serpentine and flipped', { isSerpentine: true, flipsRows: true }, 'D E F C B A'],
  ])('of genotypes %s', (_how, turns, expected) => {
    expect(genotypes(MATRIX, turns)).toBe(expected)
  })

  test('swapped back is as it was, and cells beside the field are named', () => {
    expect(genotypes('A,D\nB,E\nC,F', { isSwapped: true })).toBe('A B C D E F')
    expect(join(MATRIX, { isSwapped: true }).missingInPlots).toEqual(['row 1, column 3: C', 'row 2, column 3: F'])
  })

  test('its numbers of rows and columns are left out, and blank cells are counted', () => {
    const { entries, blanks } = readNames(
      [
        ['', '1', '2'],
        ['2', 'A', ''],
        ['1', 'C', 'D'],
      ],
      new Set(),
    )
    expect({ words: entries.map(({ attributes }) => attributes.genotype), blanks }).toEqual({
      words: ['A', 'C', 'D'],
      blanks: 1,
    })
  })

  test('of plot ids gives the plots their rows and columns', () => {
    const plots = PLOTS.map(({ plotId }) => ({ plotId, attributes: {} }))
    const { matched, plots: joined } = join('13,12,11\n23,22,21', {}, plots)
    expect(matched).toBe(6)
    expect(joined[0]?.attributes).toEqual({ row: '1', column: '3' })
  })
})
