import { describe, expect, test } from 'vitest'
import { variableNameOn } from './exchange.ts'
import { matchPlots as matchPlotsIn, mayBeSame, type PlotHere, type PlotThere } from './match-plots.ts'
import { factorBetween } from './same-unit.ts'

const there = (unitId: string, over: Partial<PlotThere> = {}): PlotThere => ({
  unitId,
  name: null,
  number: null,
  genotype: null,
  row: null,
  column: null,
  ...over,
})
const matchPlots = (here: readonly PlotHere[], others: readonly PlotThere[]) =>
  matchPlotsIn(here, others, () => Promise.resolve())
const pairsOf = ({ pairs }: Awaited<ReturnType<typeof matchPlots>>) =>
  [...pairs].map(([plotId, { unitId }]) => [plotId, unitId])

describe('plots of a trial and a study', () => {
  const here = [
    { plotId: '101', row: '1', column: '1' },
    { plotId: '102', row: '1', column: '2' },
  ]

  test('are the same by their names, whatever the case and zeros before them', async () => {
    const matched = await matchPlots(
      [{ plotId: 'a1' }, { plotId: '7' }, { plotId: 'c' }],
      [there('x', { name: 'A1' }), there('y', { name: '007' }), there('z', { name: 'd' })],
    )
    expect(matched).toMatchObject({ by: 'name', onlyHere: ['c'], onlyThere: [{ unitId: 'z' }] })
    expect(pairsOf(matched)).toEqual([
      ['a1', 'x'],
      ['7', 'y'],
    ])
  })

  test('else by their numbers, else by their places', async () => {
    const numbered = [there('x', { name: 'P-101', number: '101' }), there('y', { name: 'P-102', number: '102' })]
    expect((await matchPlots(here, numbered)).by).toBe('number')
    const placed = [there('x', { row: '1', column: '02' }), there('y', { row: '1', column: '1' })]
    expect(pairsOf(await matchPlots(here, placed))).toEqual([
      ['101', 'y'],
      ['102', 'x'],
    ])
  })

  test('that two of one side share no name', async () => {
    const twice = [there('x', { number: '101' }), there('y', { number: '101' }), there('z', { number: '102' })]
    const matched = await matchPlots(here, twice)
    expect(pairsOf(matched)).toEqual([['102', 'z']])
    expect(matched.onlyThere.map(({ unitId }) => unitId)).toEqual(['x', 'y'])
    expect(await matchPlots(here, [there('x')])).toMatchObject({ by: null, onlyHere: ['101', '102'] })
  })

  test('that are one by name and another by number are none', async () => {
    const swapped = [there('x', { name: 'X', number: '101' }), there('y', { name: '101', number: '102' })]
    expect(await matchPlots(here, swapped)).toMatchObject({ by: null, contradictory: ['101', '102'], onlyHere: [] })
    const more = [...swapped, there('z', { name: '103' })]
    expect(pairsOf(await matchPlots([...here, { plotId: '103' }], more))).toEqual([['103', 'z']])
  })

  test('have the same genotype where one is missing, or only its case differs', () => {
    expect([
      mayBeSame('MN0095', ' mn0095 '),
      mayBeSame(undefined, 'x'),
      mayBeSame('', 'x'),
      mayBeSame('y', 'x'),
    ]).toEqual([true, true, true, false])
  })
})

test.each([
  ['m', 'cm', 100],
  ['m', 'Meter', 1],
  ['%', 'percent', 1],
  ['%', 'fraction', 0.01],
  ['1', 'index', 1],
  ['1', '', 1],
  ['kg/ha', 'kg/ha ', 1],
  ['m', 'METER', 1],
  ['Mg/ha', 'mg/ha', null],
  ['mm', 'MM', null],
  ['1', 'ratio', null],
  ['%', '', null],
  ['%', '1', null],
  ['m', '%', null],
  ['kg/ha', 't/ha', null],
])('a value in %s is one in %s by the factor %s', (from, to, factor) => {
  expect(factorBetween(from, to)).toBe(factor)
})

test('the name of a variable may have the day of the year', () => {
  expect(variableNameOn('Cover|day {day}', '2026-01-01')).toBe('Cover|day 1')
  expect(variableNameOn('Cover|day {day}', '2024-12-31')).toBe('Cover|day 366')
  expect(variableNameOn('Cover|day {day}', null)).toBeNull()
  expect(variableNameOn('CO_321:0001', null)).toBe('CO_321:0001')
})
