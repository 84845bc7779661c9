import { expect, test } from 'vitest'
import { epsgSaid } from './epsg-said.ts'

test('the code of a description without one is that which the server finds', () => {
  expect(epsgSaid({ epsg: null }, { epsg: 2039 })).toBe('2039')
  expect(epsgSaid({ epsg: 32_615 }, undefined)).toBe('32615')
  expect(epsgSaid({ epsg: null }, null)).toBe('')
  expect(epsgSaid(null, undefined)).toBe('')
})
