import { expect, test } from 'vitest'
import { plotProblems, polygonProblem } from './check-plots.ts'
import type { Polygon, Position } from './polygon.ts'

const SQUARE: Position[] = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
]
const small = (x: number, y: number): Position[] => [
  [x, y],
  [x + 1, y],
  [x + 1, y + 1],
  [x, y + 1],
]

test.each<[string, Polygon, string | undefined]>([
  ['a square', [[SQUARE]], undefined],
  ['a closed square', [[[...SQUARE, [0, 0]]]], undefined],
  [
    'one with a point on an edge',
    [
      [
        [
          [0, 0],
          [2, 0],
          [4, 0],
          [4, 4],
        ],
      ],
    ],
    undefined,
  ],
  ['one with a hole', [[SQUARE, small(1, 1)]], undefined],
  ['two parts', [[SQUARE], [small(9, 9)]], undefined],
  ['no parts', [], 'no points'],
  ['an empty ring', [[[]]], 'no points'],
  [
    'a line',
    [
      [
        [
          [0, 0],
          [4, 0],
          [0, 0],
        ],
      ],
    ],
    'three different points',
  ],
  [
    'points on a line',
    [
      [
        [
          [0, 0],
          [4, 4],
          [2, 2],
        ],
      ],
    ],
    'meets itself',
  ],
  [
    'a bow tie',
    [
      [
        [
          [0, 0],
          [4, 4],
          [4, 0],
          [0, 4],
        ],
      ],
    ],
    'meets itself near 0.00, 0.00',
  ],
  [
    'a point twice',
    [
      [
        [
          [0, 0],
          [4, 0],
          [2, 2],
          [4, 4],
          [0, 4],
          [2, 2],
        ],
      ],
    ],
    'meets itself',
  ],
  ['a hole across its edge', [[SQUARE, small(3.5, 1)]], 'meets itself'],
  ['a hole elsewhere', [[SQUARE, small(9, 9)]], 'holes lies outside'],
  [
    'not a number',
    [
      [
        [
          [0, 0],
          [4, Number.NaN],
          [4, 4],
        ],
      ],
    ],
    'not a number',
  ],
  [
    'no area',
    [
      [
        [
          [0, 0],
          [1e-3, 0],
          [0, 1e-3],
        ],
      ],
    ],
    'no area',
  ],
  ['too many points', [[Array.from({ length: 2001 }, (_, at): Position => [at, at * at])]], 'at most 2000'],
])('%s', (_, polygon, words) => {
  expect(polygonProblem(polygon) ?? '').toMatch(words ?? /^$/)
})

const plot = (plotId: string, polygon: Polygon = [[SQUARE]]) => ({ plotId, polygon })

test('plots are checked as a whole, and each by its id', () => {
  expect(plotProblems([plot('1'), plot('2')])).toEqual({ plots: [] })
  expect(plotProblems([plot('1'), plot('1'), plot('3', [])]).plots).toEqual([
    { plotId: '1', problem: 'Another plot has the same id.' },
    { plotId: '3', problem: 'It has no points.' },
  ])
  expect(plotProblems([]).whole).toBe('There are no plots.')
  expect(plotProblems(Array(100_000).fill(plot('1'))).whole).toContain('100000 plots')
})
