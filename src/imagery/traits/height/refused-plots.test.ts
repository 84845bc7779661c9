import { expect, test } from 'vitest'
import type { GeoTransform } from '#domain/maps.ts'
import { AMONG, DOUBT, FEW, KNOWN, SPECK } from '../../dense/confidence.ts'
import type { Polygon } from '../../plots/polygon.ts'
import { fieldOf } from '../measure/testing/make-field.ts'
import { refusedPlots } from './refused-plots.ts'

// Plots of 10 x 10 cells of 10 cm, side by side. Of the n-th cell of a plot, counted by rows, what it says.
const SAYS: Record<string, (cell: number) => number> = {
  calm: () => KNOWN,
  'a few specks': (cell) => (cell < 14 ? KNOWN | SPECK : KNOWN),
  'many specks': (cell) => (cell < 16 ? KNOWN | SPECK : KNOWN),
  'some doubt': (cell) => (cell < 24 ? KNOWN | DOUBT : KNOWN),
  'much doubt': (cell) => (cell < 26 ? KNOWN | DOUBT : KNOWN),
  'half without heights': (cell) => (cell < 48 ? KNOWN | FEW | AMONG : KNOWN),
  'more without heights': (cell) => (cell < 52 ? KNOWN | FEW | AMONG : KNOWN),
  'half not matched': (cell) => (cell < 52 ? 0 : KNOWN),
}
const names = Object.keys(SAYS)
const transform: GeoTransform = [0.1, 0, 500, 0, -0.1, 801]
const layer = fieldOf({
  width: 10 * names.length,
  height: 10,
  bands: ['elevation'],
  sampleType: 'float32',
  nodata: 0,
  pixel: (column, row) => [SAYS[names[Math.floor(column / 10)] ?? '']?.(row * 10 + (column % 10)) ?? 0],
})
const square = (west: number): Polygon => [
  [
    [
      [west, 800],
      [west + 1, 800],
      [west + 1, 801],
      [west, 801],
    ],
  ],
]

test('a plot has no height with more than 15 % specks, more than 25 % doubt, or less than half of its heights', async () => {
  const polygons = [...names.map((_, at) => square(500 + at)), square(600)]
  const refused = await refusedPlots({ layer, transform }, polygons)
  expect([...names, 'outside'].filter((_, at) => refused[at])).toEqual([
    'many specks',
    'much doubt',
    'more without heights',
    'half not matched',
    'outside',
  ])
})
