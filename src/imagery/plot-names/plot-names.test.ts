import { describe, expect, test } from 'vitest'
import { readCsv } from '../tables/csv.ts'
import { joinNames, type Turns } from './join-names.ts'
import { type NamesChoices, takeNames } from './read-names.ts'

/** Two rows of three columns: 11 12 13, 21 22 23. */
const PLOTS = [1, 2].flatMap((row) =>
  [1, 2, 3].map((column) => ({ plotId: `${row}${column}`, attributes: { row: String(row), column: String(column) } })),
)
const AS_IT_IS: Turns = { isSwapped: false, flipsRows: false, flipsColumns: false, isSerpentine: false }

type Given = Parameters<typeof joinNames>[0]
const take = (text: string, choices: NamesChoices = {}, plots: Given = PLOTS) =>
  takeNames(readCsv(Buffer.from(text), false).rows, plots, choices)
const join = (text: string, turns: Partial<Turns> = {}, plots: Given = PLOTS) =>
  joinNames(plots, take(text, {}, plots).read(), { ...AS_IT_IS, ...turns })
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

  test.each([
    ['is_a_control', ['1', '0', 'true', '', 't', 'f'], ['check', undefined, 'check', undefined, 'check', undefined]],
    [
      'ENTRY_TYPE',
      ['T', 'C', 'D', 'Check entry', 'Test entry', 'filler'],
      ['test', 'check', 'D', 'check', 'test', 'filler'],
    ],
  ])('of %s says which entries are checks, as programs write them', (title, cells, types) => {
    const text = `plot;${title}\n${cells.map((cell, at) => `${PLOTS[at]?.plotId};${cell}`).join('\n')}`
    expect(join(text).plots.map(({ attributes }) => attributes.entryType)).toEqual(types)
  })

  test('whose ids are written as decimal numbers of any language is joined', () => {
    expect(genotypes('plot;variety\n11,0;A\n012;B\n13.00;C\n21.0000;D\n22,000;E\n23.000;F')).toBe('A B C D - -')
  })

  test('of the Field Book app is joined by its unique id; its rows and columns are taken over', () => {
    const plots = PLOTS.map(({ plotId }) => ({ plotId, attributes: {} }))
    const { by, plots: joined } = join('"unique_id","row","column","genotype"\n"22","2","2","E"', {}, plots)
    expect(by).toBe('plot id')
    expect(joined[4]).toEqual({ plotId: '22', attributes: { row: '2', column: '2', genotype: 'E' } })
  })

  test('with nothing to join by says so', () => {
    const plots = [{ plotId: 'a', attributes: {} }]
    expect(() => join('Plot\tVariety\nC\tD', {}, plots)).toThrow('No plot id of this table is that of a plot')
    expect(() => join(' , \n')).toThrow('There is nothing in this table')
    const same = [...PLOTS, { plotId: 'again', attributes: { row: '1', column: '1' } }]
    expect(() => join('row,col,variety\n1,1,B', {}, same)).toThrow(
      'The plots 11 and again stand in the same row and column',
    )
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
    const { entries, blanks } = take(',1,2\n2,A,\n1,C,D').read()
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

/** Three rows of four columns: 101 to 112. */
const FIELD = Array.from({ length: 12 }, (_, at) => ({
  plotId: String(101 + at),
  attributes: { row: String(1 + Math.floor(at / 4)), column: String(1 + (at % 4)) },
}))
const lines = (heading: string, write: (plot: number) => string) =>
  [heading, ...FIELD.map((_, at) => write(at))].join('\n')
const list = (heading: string) => lines(heading, (at) => `${101 + at};G${at};${1 + Math.floor(at / 4)};${1 + (at % 4)}`)
const rolesOf = (text: string) => take(text, {}, FIELD).table.columns.map(({ role }) => role)

describe('a list with words above ids is no map of the field', () => {
  test.each([
    'Parzelle;Sorte;Reihe;Spalte',
    'Parz.-Nr.;Sortenname;Zeile;Spalte',
    'N° Parcelle;Variété;Ligne;Colonne',
    'Parcela;Variedad;Fila;Columna',
    'Número de parcela;Genótipo;Linha;Coluna',
    'Parcella;Varietà;Riga;Colonna',
    'Veldje;Ras;Rij;Kolom',
    'Nr poletka;Odmiana;Rząd;Kolumna',
    'PLOT_NO;DESIGNATION;ROW;COL',
    'plot_number;accession_name;row_number;col_number',
    'plotno_plot_number;variety;rowNo;colNo',
    'plot_numbe;germplasmN;row;col',
    'Wheat nursery 2026;;;\n;;;\nPlot;Variety;Row;Col',
    'sep=;\nPlot;Variety;Row;Col',
    'Trial;;Place;\nPlot;Variety;Row;Col\n(no);name;;%',
    'Plot;Variety;Place;\n;;Row;Col',
  ])('%s', (heading) => {
    expect(rolesOf(list(heading))).toEqual(['plotId', 'genotype', 'row', 'column'])
    const { matched, plots, missingInPlots } = join(list(heading), {}, FIELD)
    expect({ matched, missingInPlots, last: plots[11]?.attributes.genotype }).toEqual({
      matched: 12,
      missingInPlots: [],
      last: 'G11',
    })
  })

  test('with titles that nobody knows, ids of plots tell; what else it holds is chosen by hand', () => {
    const text = list('Flurstück;Was;R;S')
    expect(rolesOf(text)).toEqual(['plotId', '', '', ''])
    const { table, read } = take(text, { roles: { 1: 'genotype' } }, FIELD)
    expect(table.columns[1]).toEqual({ title: 'Was', role: 'genotype', first: ['G0', 'G1', 'G2'] })
    expect(read().entries[0]).toEqual(expect.objectContaining({ plotId: '101', attributes: { genotype: 'G0' } }))
    expect(rolesOf(list('').slice(1))).toEqual(['plotId', '', '', ''])
  })

  test('that names no plot is asked for, and is a map only when a person says so', () => {
    const text = 'Sorte;Herkunft\nA;X\nB;Y\nC;Z'
    expect(() => take(text, {}, FIELD).read()).toThrow('Choose the column with their ids')
    expect(take(text, { isMap: true }, FIELD).read().entries).toHaveLength(8)
    expect(take(text, { heading: 2 }, FIELD).table.columns.map(({ title }) => title)).toEqual(['B', 'Y'])
  })

  test('a column has one role, and one that is chosen for another column is no longer its', () => {
    const { table } = take(list('Plot;Variety;Row;Col'), { roles: { 2: 'genotype', 3: '' } }, FIELD)
    expect(table.columns.map(({ role }) => role)).toEqual(['plotId', '', 'genotype', ''])
  })
})

describe('ids', () => {
  test.each(['101.0', '0101', ' 101 ', '１０１'])('‘%s’ is that of 101', (id) => {
    expect(join(`Plot;Variety\n${id};A`, {}, FIELD).plots[0]?.attributes.genotype).toBe('A')
  })

  test('that could be of two plots are of none', () => {
    const plots = ['1', '01'].map((plotId) => ({ plotId, attributes: {} }))
    expect(join('Plot;Variety\n01;A\n001;B', {}, plots)).toMatchObject({ matched: 1, missingInPlots: ['line 3: 001'] })
  })

  test('rows and columns tell where they find more plots', () => {
    const text = lines(
      'Plot;Row;Col;Variety',
      (at) => `${at < 11 ? at + 1 : 101};${1 + Math.floor(at / 4)};${1 + (at % 4)};G${at}`,
    )
    expect(join(text, {}, FIELD)).toMatchObject({ by: 'row and column', matched: 12 })
  })
})
