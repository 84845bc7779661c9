import { expect, test } from 'vitest'
import { heightsByName, roleOfBandName, roleOfFileName } from './raster-names.ts'

test.each([
  ['Red', 'red'],
  ['Red edge', 'redEdge'],
  ['Rededge', 'redEdge'],
  ['NIR-842', 'nir'],
  ['Near IR', 'nir'],
  ['ndvi', 'index'],
  ['LWIR', 'thermal'],
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
