import { expect, test } from 'vitest'
import { readyMap } from '#web/lib/raster-map/testing/ready-map.ts'
import { cellAt, cellName, cellNamed } from './cells.ts'
import { cellValueOf } from './cells-of-trait.ts'

const grid = { left: 100, top: 50, side: 2, columns: 3, rows: 2 }

test('a place of the map leads to its cell, and the name of a cell back to it', () => {
  expect(cellAt(grid, [100.1, 49.9])).toBe(0)
  expect(cellAt(grid, [105.9, 46.1])).toBe(5)
  expect([cellAt(grid, [99.9, 49]), cellAt(grid, [101, 50.1]), cellAt(grid, [106.1, 49])]).toEqual([null, null, null])
  expect(cellName(grid, 5)).toBe('2-3')
  expect(cellNamed(grid, '2-3')).toBe(5)
  for (const name of [null, '', '0-1', '3-1', '1-4', '2', 'x-1', '1-1-1']) expect(cellNamed(grid, name)).toBeNull()
})

const plants = { method: 'exg', threshold: 0.1, bufferMetres: 0 } as const
const wanted = { trait: 'NGRDI', stat: 'mean', scope: 'all', plants } as const
const photo = readyMap({})

test('cells show an index of all pixels or of plants, and the cover; what has no mean says why', () => {
  expect(cellValueOf(photo, wanted)).toMatchObject({ plants: null })
  expect(cellValueOf(photo, { ...wanted, scope: 'veg' })).toMatchObject({ plants: { threshold: 0.1 } })
  expect(cellValueOf(photo, { ...wanted, trait: 'canopyCover' })).toMatchObject({ index: null })
  expect(cellValueOf(photo, { ...wanted, trait: 'canopyHeight' })).toBe('This trait has a value for a plot only.')
  expect(cellValueOf(photo, { ...wanted, stat: 'sd' })).toBe('This statistic says how pixels differ. Choose the mean.')
  expect(cellValueOf(photo, { ...wanted, trait: 'NDVI' })).toMatch(/^It needs near infrared/)
  const camera = readyMap({ bands: ['red', 'nir'], isPicture: false, sampleType: 'uint16', reflectance: null })
  expect(cellValueOf(camera, { ...wanted, trait: 'NDVI' })).toMatch(/nothing says that the numbers .* are reflectance/)
})
