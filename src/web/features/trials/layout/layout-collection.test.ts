import { expect, test } from 'vitest'
import { layoutCollection } from './layout-collection.ts'

const RING = [
  [300_000.12345, 10],
  [300_001.5, 10],
  [300_001.5, 15],
] as const

test('a drawn plot keeps what is known of the same plot id, and its row and column are those of the drawing', () => {
  const before = {
    features: [
      { properties: { plotId: '101', number: 1, row: '9', column: '9', genotype: 'MN0095', entryType: 'check' } },
      { properties: { plotId: '103', number: 2, genotype: 'MN1410' } },
    ],
  }
  const plot = { number: 1, ring: RING }
  const drawn = [
    { ...plot, plotId: '101', row: 1, column: 1 },
    { ...plot, plotId: '102', row: 1, column: 2 },
  ]
  const { crs, features } = layoutCollection(drawn, 32_615, before)
  expect(crs.properties.name).toBe('urn:ogc:def:crs:EPSG::32615')
  expect(features.map(({ properties }) => properties)).toEqual([
    { plot_id: '101', row: 1, column: 1, genotype: 'MN0095', entryType: 'check' },
    { plot_id: '102', row: 1, column: 2 },
  ])
  expect(features[0]?.geometry.coordinates).toEqual([
    [
      [300_000.123, 10],
      [300_001.5, 10],
      [300_001.5, 15],
      [300_000.123, 10],
    ],
  ])
  expect(layoutCollection(drawn, 32_615, undefined).features[0]?.properties).toEqual({
    plot_id: '101',
    row: 1,
    column: 1,
  })
})
