import { expect, test } from 'vitest'
import { outlinesOf } from './plot-geometry.ts'

const square = (west: number, south: number, side: number) => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
]

test('plots are drawn with north up, and a degree of longitude as long as it is there', () => {
  const { plots, width, height } = outlinesOf({
    type: 'FeatureCollection',
    features: [
      {
        properties: { plotId: '101', number: 1, genotype: 'MN0095' },
        geometry: { type: 'Polygon', coordinates: [square(10, 60, 0.001)] },
      },
      {
        properties: { plotId: '102', number: 2 },
        geometry: { type: 'MultiPolygon', coordinates: [[square(10.003, 60, 0.001)]] },
      },
    ],
  })
  // Four thousandths of a degree across at 60 degrees north are as long as two of latitude.
  expect([width, height]).toEqual([1000, expect.closeTo(500, 1)])
  expect(plots.map(({ plotId, attributes }) => [plotId, attributes])).toEqual([
    ['101', { genotype: 'MN0095' }],
    ['102', {}],
  ])
  expect(plots[0]?.path).toMatch(/^M0\.0 500\.\dL250\.0 500\.\dL250\.0 0\.0L0\.0 0\.0L0\.0 500\.\dZ$/)
})

test('without plots there is nothing to draw', () => {
  expect(outlinesOf({ type: 'FeatureCollection', features: [] }).plots).toEqual([])
})
