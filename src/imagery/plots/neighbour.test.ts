import { assert, constantFrom, double, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { neighbourOf } from './neighbour.ts'
import type { Position } from './polygon.ts'

const [ROWS, COLUMNS] = [4, 6]
const DIRECTIONS = { right: [1, 0], left: [-1, 0], up: [0, 1], down: [0, -1] } as const

test('in a grid that lies at any angle, the neighbour is the next one of the row or column, and none beyond its end', () => {
  const directions = constantFrom(...(Object.keys(DIRECTIONS) as (keyof typeof DIRECTIONS)[]))
  const cases = record({
    row: integer({ min: 0, max: ROWS - 1 }),
    column: integer({ min: 0, max: COLUMNS - 1 }),
    height: double({ min: 0.5, max: 1.9, noNaN: true }),
    angle: double({ min: -3, max: 3, noNaN: true }),
    name: directions,
  })
  assert(
    property(cases, ({ row, column, height, angle, name }) => {
      const turn = ([x, y]: Position): Position => [
        x * Math.cos(angle) - y * Math.sin(angle),
        x * Math.sin(angle) + y * Math.cos(angle),
      ]
      const middles = Array.from({ length: ROWS * COLUMNS }, (_, at) =>
        turn([at % COLUMNS, Math.floor(at / COLUMNS) * height]),
      )
      const [dx, dy] = DIRECTIONS[name]
      const [toRow, toColumn] = [row + dy, column + dx]
      const isInside = toRow >= 0 && toRow < ROWS && toColumn >= 0 && toColumn < COLUMNS
      const wanted = isInside ? toRow * COLUMNS + toColumn : -1
      expect(neighbourOf(middles, row * COLUMNS + column, turn([dx, dy]))).toBe(wanted)
    }),
  )
})

test('a row is followed over a wide alley, rather than left for a nearer plot of the next one', () =>
  expect(
    neighbourOf(
      [
        [0, 0],
        [1.5, 0],
        [1, 0.9],
      ],
      0,
      [1, 0],
    ),
  ).toBe(1))

test('without plots there is no neighbour', () => expect(neighbourOf([], 0, [1, 0])).toBe(-1))
