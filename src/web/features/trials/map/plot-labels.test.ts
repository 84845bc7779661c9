import { expect, test } from 'vitest'
import { labelsOf, labelTexts } from './label-texts.ts'
import { hasRoom } from './plot-labels.ts'
import { columnsOffered } from './recoloured.ts'

const plot = (plotId: string, attributes: Record<string, string>) => ({ plotId, attributes, rings: [] })
const plots = [plot('101', { genotype: 'MN0095', value: 'own' }), plot('102', { entry: '7' })]

test('plots are labelled by their id, their value, or a column of theirs, also one with the name of another choice', () => {
  expect(labelsOf(columnsOffered(plots)).map(({ label }) => label)).toEqual([
    'None',
    'Plot id',
    'Value',
    'Genotype',
    'Value',
    'Entry',
  ])
  const texts = (asked: string | null) =>
    labelTexts(asked, plots, { values: [80.93, null], textOf: (value) => value.toFixed(1) })
  expect(texts('plot')).toEqual(['101', '102'])
  expect(texts('value')).toEqual(['80.9', ''])
  expect(texts('column value')).toEqual(['own', ''])
  expect(texts('column entry')).toEqual(['', '7'])
  expect(texts(null)).toBeNull()
  expect(texts('something else')).toBeNull()
})

test('a label is shown where the plot has room for it as the screen shows it', () => {
  // 10 by 1 m, to the east.
  const ring = [
    [0, 0],
    [10, 0],
    [10, 1],
    [0, 1],
  ] as const
  const roomAt = (rotation: number, resolution: number) => hasRoom(ring, 'MN0095', { rotation, resolution })
  expect(roomAt(0, 0.05)).toBe(true)
  expect(roomAt(0, 0.5)).toBe(false)
  expect(roomAt(Math.PI / 2, 0.05)).toBe(false)
  expect(roomAt(Math.PI / 2, 0.02)).toBe(true)
  // Laid level by the map, it is wide enough, and from further away too low.
  const upright = ring.map(([x, y]) => [y, x] as const)
  expect(hasRoom(upright, 'MN0095', { rotation: Math.PI / 2, resolution: 0.05 })).toBe(true)
  expect(hasRoom(upright, 'MN0095', { rotation: Math.PI / 2, resolution: 0.1 })).toBe(false)
})
