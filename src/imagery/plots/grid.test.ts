import { describe, expect, test } from 'vitest'
import { buildGrid, type GridPlan, gridProblem } from './grid.ts'
import { areaOf, type Position } from './polygon.ts'

const PLAN: GridPlan = {
  corners: [
    [100, 200],
    [110, 200],
  ],
  rows: 2,
  columns: 3,
  plotLength: 5,
  plotWidth: 1.5,
}
const firstCorners = (plan: GridPlan) =>
  buildGrid(plan).map(({ ring }) => ring[0]?.map((one) => Math.round(one * 1e6) / 1e6))
const order = (plan: GridPlan) => buildGrid(plan).map(({ row, column }) => `${row}-${column}`)

test('two corners give the direction, and plots have the size that is asked for', () => {
  expect(firstCorners({ ...PLAN, gapWidth: 0.5, gapLength: 1 })).toEqual([
    [100, 200],
    [102, 200],
    [104, 200],
    [100, 206],
    [102, 206],
    [104, 206],
  ])
  expect(areaOf([[buildGrid(PLAN)[5]?.ring ?? []]])).toBeCloseTo(7.5, 9)
})

test('an alley comes after every second column instead of a gap', () => {
  const plan = { ...PLAN, rows: 1, columns: 5, gapWidth: 0.5, columnAlley: { every: 2, width: 3 } }
  expect(firstCorners(plan).map((at) => at?.[0])).toEqual([100, 102, 106.5, 108.5, 113])
})

test('three corners are filled as a parallelogram, four as they are', () => {
  const third: Position = [110, 220]
  const [first] = buildGrid({ ...PLAN, corners: [...PLAN.corners, third] })
  expect(first?.ring[2]?.map((one) => Math.round(one * 300))).toEqual([31_000, 63_000])
  const plots = buildGrid({ ...PLAN, corners: [...PLAN.corners, third, [104, 220]] })
  expect(plots[5]?.ring[2]).toEqual([110, 220])
  expect(plots[3]?.ring[3]).toEqual([104, 220])
})

test('plots are numbered along rows or columns, back and forth if wished', () => {
  expect(order({ ...PLAN, isSerpentine: true })).toEqual(['1-1', '1-2', '1-3', '2-3', '2-2', '2-1'])
  expect(order({ ...PLAN, numberAlong: 'column' })).toEqual(['1-1', '2-1', '1-2', '2-2', '1-3', '2-3'])
  expect(order({ ...PLAN, numberAlong: 'column', isSerpentine: true })).toEqual([
    '1-1',
    '2-1',
    '2-2',
    '1-2',
    '1-3',
    '2-3',
  ])
})

test.each([
  ['first', [100, 200]],
  ['second', [103, 200]],
  ['third', [103, 205]],
  ['fourth', [100, 205]],
] as const)('plot 1 is at the %s corner when numbers start there', (start, corner) => {
  expect(firstCorners({ ...PLAN, start })[0]).toEqual(corner)
})

describe('what can not be a grid is said', () => {
  test.each([
    [{ corners: [[0, 0]] }, 'two to four corners'],
    [
      {
        corners: [
          [0, 0],
          [0, 0],
        ],
      },
      'on a line',
    ],
    [
      {
        corners: [
          [0, 0],
          [1, 1],
          [2, 2],
        ],
      },
      'on a line',
    ],
    [
      {
        corners: [
          [0, Number.NaN],
          [1, 1],
        ],
      },
      'not a pair of numbers',
    ],
    [{ rows: 0 }, 'at least one row'],
    [{ rows: 1000, columns: 100 }, 'at most 20000'],
    [{ plotWidth: 0 }, 'a length and a width'],
    [{ gapLength: -1 }, '0 or more'],
    [{ rowAlley: { every: 1.5, width: 1 } }, 'whole number'],
  ] as [Partial<GridPlan>, string][])('%j', (change, words) => {
    expect(gridProblem({ ...PLAN, ...change })).toContain(words)
    expect(() => buildGrid({ ...PLAN, ...change })).toThrow(RangeError)
  })
})

test.each([
  ['left', 200, 205],
  ['right', 195, 200],
] as const)('the rows of two corners lie on the %s of the first side', (rowsOn, south, north) => {
  const norths = buildGrid({ ...PLAN, rows: 1, rowsOn }).flatMap(({ ring }) => ring.map(([, y]) => y))
  expect([Math.min(...norths), Math.max(...norths)]).toEqual([south, north])
})
