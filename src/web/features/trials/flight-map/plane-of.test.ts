import { expect, test } from 'vitest'
import { utmAt } from '#imagery/rasters/utm.ts'
import { readyMap } from '#web/lib/raster-map/testing/ready-map.ts'
import { hasPlace, planeOf } from './plane-of.ts'

const UTM = utmAt(-95.3, 44.2)

/** Near Lamberton, in metres and in degrees. */
const MAPS = {
  'the same zone': readyMap({ epsg: UTM.epsg, crs: UTM, transform: [0.02, 0, 315_760, 0, -0.02, 4_900_920] }),
  'another zone': readyMap({
    epsg: 32_614,
    crs: utmAt(-99.1, 44.2),
    transform: [0.02, 0, 795_000, 0, -0.02, 4_903_000],
  }),
  degrees: readyMap({
    epsg: 4326,
    crs: { epsg: 4326, name: 'WGS 84', proj4: '+proj=longlat +datum=WGS84 +no_defs', metresPerUnit: null },
    transform: [2e-7, 0, -95.31, 0, -2e-7, 44.24],
  }),
}

test.each(Object.entries(MAPS))('a layout keeps its place and its size on a map in %s', (_, map) => {
  if (!hasPlace(map)) throw new Error('This map has no place')
  const { toPlane, fromPlane } = planeOf(map, UTM, null)
  const at = [315_780, 4_900_910] as const
  const there = toPlane(at)
  const [x, y] = fromPlane(there)
  expect(Math.hypot(x - at[0], y - at[1])).toBeLessThan(0.001)
  const other = toPlane([at[0] + 10, at[1]])
  // Zones and a plane of degrees have other scales, by less than 0.2 %.
  expect(Math.abs(Math.hypot(other[0] - there[0], other[1] - there[1]) - 10)).toBeLessThan(0.02)
})
