import { expect, test } from 'vitest'
import { findTrait } from '../catalogue/catalogue.ts'
import { type CellOrder, createCellMeans } from './cell-means.ts'
import { maskRule } from './masks.ts'

/** Pixels of half a metre: soil on the left, plants from the fourth column on, and nothing in the last four columns. */
const [SOIL, PLANT, NOTHING] = [
  [180, 150, 120, 255],
  [60, 120, 40, 255],
  [0, 0, 0, 0],
]
const row = Array.from({ length: 12 }, (_, column) => (column < 3 ? SOIL : column < 8 ? PLANT : NOTHING))
const samples = Uint8ClampedArray.from([...row, ...row, ...row, ...row].flat(2))

const square = [
  [2.1, 10],
  [4.1, 10],
  [4.1, 8],
  [2.1, 8],
] as const
const order: CellOrder = {
  grid: { left: 0, top: 10, side: 2, columns: 3, rows: 1 },
  photo: { bands: ['red', 'green', 'blue', 'alpha'], pixel: [0.5, 0.5] },
  index: { expression: findTrait('NGRDI')?.expression ?? 0, clip: null },
  plants: null,
  rings: [square],
}
const part = { samples, left: 0, top: 10, columns: 12, rows: 4, stride: 12 }

function measured(changes: Partial<CellOrder>) {
  const cells = createCellMeans({ ...order, ...changes })
  cells.add(part)
  const { means, ...rest } = cells.end()
  return { means: Array.from(means, (mean) => Number(mean.toFixed(4))), ...rest }
}

// (120 - 60) / (120 + 60), and (150 - 180) / (150 + 180).
const [plant, soil] = [1 / 3, -1 / 11]

test('a cell has the mean of its pixels, and none where the photo fills less than half of it', () => {
  const { means, filled, plots } = measured({})
  expect(means).toEqual([Number(((plant + 3 * soil) / 4).toFixed(4)), 0.3333, Number.NaN])
  expect([...filled]).toEqual([1, 1, 0])
  expect([...plots]).toEqual([-1, 0, -1])
})

test('a cell without plants has no index of plants, and a cover of 0', () => {
  const plants = maskRule('exg', 0.1) ?? null
  expect(measured({ plants }).means).toEqual([0.3333, 0.3333, Number.NaN])
  expect(measured({ plants, index: null }).means).toEqual([25, 100, Number.NaN])
  const grid = { ...order.grid, side: 1, columns: 1 }
  expect(measured({ plants, grid }).means).toEqual([Number.NaN])
  expect(measured({ plants, grid, index: null }).means).toEqual([0])
})

/** Six columns of the photo. */
const half = (left: number) => {
  const columns = Array.from({ length: 4 }, () => row.slice(left, left + 6)).flat(2)
  return { samples: Uint8ClampedArray.from(columns), left: left / 2, top: 10, columns: 6, rows: 4, stride: 6 }
}

test('parts of a photo come in any order, and nothing is not zero', () => {
  const whole = measured({}).means
  const cells = createCellMeans(order)
  cells.add(half(6))
  cells.add(half(0))
  expect(Array.from(cells.end().means, (mean) => Number(mean.toFixed(4)))).toEqual(whole)
  const numbers = createCellMeans({ ...order, photo: { bands: ['red', 'green'], pixel: [1, 1] } })
  const red = Float32Array.from([60, 120, 60, 120, Number.NaN, 120, 60, 120])
  numbers.add({ samples: red, left: 0, top: 10, columns: 2, rows: 2, stride: 2 })
  expect(numbers.end().means[0]).toBeCloseTo(plant, 5)
})
