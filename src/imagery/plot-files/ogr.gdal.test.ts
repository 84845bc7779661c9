// Where GDAL is, it writes the files, in other ways than ours.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { preparePlots } from './prepare-plots.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ogr-'))
})
afterAll(() => rm(folder, { recursive: true }))

const COUNT = 700
const polygon = (at: number) => {
  const [x, y] = [-95.504 + (at % 30) * 1e-5, 44.2258 + Math.floor(at / 30) * 1e-5]
  const square = (from: number, to: number) => [
    [x + from, y + from, 300],
    [x + to, y + from, 300],
    [x + to, y + to, 300],
    [x + from, y + to, 300],
    [x + from, y + from, 300],
  ]
  return at % 7 === 0 ? [square(0, 8e-6), square(2e-6, 4e-6).toReversed()] : [square(0, 8e-6)]
}
/** Some longer than a page of a database. */
const FEATURES = Array.from({ length: COUNT }, (_, at) => ({
  type: 'Feature',
  properties: { plot_id: `P${at}`, row: (at % 30) + 1, genotype: 'Größe', note: 'x'.repeat(at % 50 === 0 ? 9000 : 5) },
  geometry: { type: 'Polygon', coordinates: polygon(at) },
}))
const CHOICES = { layer: null, epsg: null, isSwapped: null, roles: {}, dayOrder: undefined, maps: [] }

const centre = ([outer = []]: number[][][]) => [0, 1].map((axis) => (outer[0]?.[axis] ?? 0) + (outer[2]?.[axis] ?? 0))

type Back = { features: { properties: Record<string, string>; geometry: { coordinates: number[][][][] } }[] }

test.each([
  ['GPKG', 'plots.gpkg', []],
  ['GPKG', 'utm.gpkg', ['-t_srs', 'EPSG:32615']],
  ['GPKG', 'northing-first.gpkg', ['-t_srs', 'EPSG:31467']],
  ['GPKG', 'wide.gpkg', ['-lco', 'GEOMETRY_NAME=outline', '-nlt', 'MULTIPOLYGON']],
  ['ESRI Shapefile', 'plots.shz', ['-lco', 'ENCODING=UTF-8']],
  ['ESRI Shapefile', 'latin.shz', ['-lco', 'ENCODING=CP1252', '-t_srs', 'EPSG:32615']],
  ['KML', 'plots.kml', []],
  ['LIBKML', 'plots.kmz', []],
  ['GeoJSON', 'old.geojson', ['-t_srs', 'EPSG:26915', '-lco', 'RFC7946=NO']],
])('%s in %s: each plot with its place, holes and texts', async (format, name, more) => {
  const source = join(folder, 'source.geojson')
  await writeFile(source, JSON.stringify({ type: 'FeatureCollection', features: FEATURES }))
  const target = join(folder, name)
  execFileSync('ogr2ogr', ['-f', format, target, source, ...more], { stdio: 'pipe' })
  const prepared = preparePlots(new Uint8Array(await readFile(target)), { ...CHOICES, fileName: name })
  expect(prepared.problem).toBeNull()
  const { features } = prepared.geojson as unknown as Back
  expect(features.map(({ properties }) => properties)).toEqual(
    FEATURES.map(({ properties: { plot_id, row, genotype } }) => ({ plot_id, row: String(row), genotype })),
  )
  expect(features.map(({ geometry }) => geometry.coordinates[0]?.length)).toEqual(
    FEATURES.map(({ geometry }) => geometry.coordinates.length),
  )
  if (!prepared.isPlaced) return
  const away = prepared.outlines.map((polygons, at) => {
    const [ours, theirs] = [centre(polygons[0] as never), centre(polygon(at))]
    return Math.hypot((ours[0] ?? 0) - (theirs[0] ?? 0), (ours[1] ?? 0) - (theirs[1] ?? 0))
  })
  expect(Math.max(...away)).toBeLessThan(1e-7)
})
