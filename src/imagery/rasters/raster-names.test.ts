import { expect, test } from 'vitest'
import { areUnnamed, heightsByName, roleOfBandName, roleOfFileName, withoutDoubles } from './raster-names.ts'

test.each([
  ['Red', 'red'],
  ['Red edge', 'redEdge'],
  ['Rededge', 'redEdge'],
  ['NIR-842', 'nir'],
  ['Near IR', 'nir'],
  ['ndvi', 'index'],
  ['LWIR', 'thermal'],
  ['GRE', 'green'],
  ['REG', 'redEdge'],
  ['Band 3 (Green)', 'green'],
  ['B1 Red', 'red'],
  ['RedEdge-717', 'redEdge'],
  ['Blue 475 nm', 'blue'],
  // Another band for each camera.
  ['B4', undefined],
  ['band 1', undefined],
])('a band that is called %s holds %s', (name, role) => {
  expect(roleOfBandName(name)).toBe(role)
})

test.each([
  ['trial_transparent_reflectance_red edge.tif', 'redEdge'],
  ['trial_transparent_reflectance_nir.tif', 'nir'],
  ['trial_index_ndvi.tif', 'index'],
  ['redwood.tif', undefined],
  ['result_NIR.tif', 'nir'],
  ['field_reflectance_reg.tif', 'redEdge'],
  ['scored.tif', undefined],
])('the only band of %s holds %s', (name, role) => {
  expect(roleOfFileName(name)).toBe(role)
})

test.each([
  ['Lamberton_DSM.tif', 'heights'],
  ['odm_dtm.tif', 'heights'],
  ['SurfaceModel2018.tif', 'heights'],
  ['Höhenmodell Höhe.tif', 'heights'],
  ['dsm_slope.tif', 'no heights'],
  ['yield.tif', 'no heights'],
  ['surface temperature.tif', 'no heights'],
  ['field.tif', 'unknown'],
])('%s is named as one of %s', (name, said) => {
  expect(heightsByName(name)).toBe(said)
})

test.each([
  [['', '', ''], true],
  [['Band 1', 'Band 2', 'Band 3'], true],
  [['ortho_1', 'ortho_2', 'ortho_3'], true],
  [['B4', 'B3', 'B2'], false],
  [['slope', '', ''], false],
  [['ndvi_1', 'slope_2', 'yield_3'], false],
])('names %j only count the bands: %s', (names, isSo) => {
  expect(areUnnamed(names)).toBe(isSo)
})

test('of ten bands of two cameras, the five that indices are made for have the roles', () => {
  const names = [
    'Blue-444',
    'Blue',
    'Green-531',
    'Green-560',
    'Red-650',
    'Red-668',
    'RedEdge-705',
    'RedEdge-717',
    'RedEdge-740',
    'NIR',
  ]
  const bands = names.map((name) => ({ name, role: roleOfBandName(name) ?? ('unknown' as const) }))
  const known = withoutDoubles(bands).filter(({ role }) => role !== 'unknown')
  expect(known.map(({ name }) => name)).toEqual(['Blue', 'Green-560', 'Red-668', 'RedEdge-717', 'NIR'])
})
