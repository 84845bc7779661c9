import { expect, test } from 'vitest'
import { outlinesOf } from './plot-geometry.ts'

const square = (west: number, south: number, side: number) => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
]

test('plots have their names, what is known of them, and the rings of all their parts', () => {
  const plots = outlinesOf({
    type: 'FeatureCollection',
    features: [
      {
        properties: { plotId: '101', number: 1, genotype: 'MN0095' },
        geometry: { type: 'Polygon', coordinates: [square(10, 60, 0.001)] },
      },
      {
        properties: { plotId: '102', number: 2 },
        geometry: { type: 'MultiPolygon', coordinates: [[square(10.003, 60, 0.001)], [square(10.005, 60, 0.001)]] },
      },
    ],
  })
  expect(plots).toEqual([
    { plotId: '101', attributes: { genotype: 'MN0095' }, rings: [square(10, 60, 0.001)] },
    { plotId: '102', attributes: {}, rings: [square(10.003, 60, 0.001), square(10.005, 60, 0.001)] },
  ])
})

test('without plots there is nothing to draw', () => {
  expect(outlinesOf({ type: 'FeatureCollection', features: [] })).toEqual([])
})
