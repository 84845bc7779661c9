// Where GDAL is, it has the last word on where the pixels of tiles lie: it warps the same copy into the same square.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RAMPS, rampColour } from '#imagery/rasters/ramps.ts'
import { groundScaleAt, mercatorPixel, WEB_TILE_PIXELS, type WebTile, zoomsOf } from '#imagery/tiles/web-mercator.ts'
import { type Compute, openCompute } from '../pool.ts'
import { type MapOptions, openTiles, tileAt } from '../testing/web-tiles.ts'

let folder = ''
let compute: Compute
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tiles-'))
  compute = openCompute()
})
afterAll(async () => {
  await compute.close()
  await rm(folder, { recursive: true })
})

/** Halves without a rest, so that GDAL takes the pixels of overviews for as large as they are. */
const SIZE = { width: 2048, height: 1536 }
/** Waves of a few pixels: a shift of half a pixel changes them by far more than what is allowed. */
const wave = (x: number, y: number): number => Math.sin(x / 2.5) * Math.sin(y / 3.1)
const PHOTO: MapOptions = {
  ...SIZE,
  bands: 4,
  photometric: 2,
  extraSamples: [2],
  valueAt: (x, y, band) => (band === 3 ? (x > 300 ? 255 : 0) : Math.round(120 + 20 * band + 60 * wave(x, y))),
}
const INDEX: MapOptions = {
  ...SIZE,
  sampleType: 'float32',
  nodata: '-9999',
  valueAt: (x, y) => (x > 300 ? 0.4 + 0.3 * wave(x, y) : -9999),
  known: { kind: 'other', ranges: [[0, 0.8]] },
}
const UTM = {
  scale: [0.03, 0.03, 0],
  tiepoint: [0, 0, 0, 300_000, 4_900_000, 0],
  keys: { 1024: 1, 3072: 32_615 },
} as const
const GEOGRAPHIC = {
  scale: [4e-7, 3e-7, 0],
  tiepoint: [0, 0, 0, 7.1, 50.6, 0],
  keys: { 1024: 2, 2048: 4326 },
} as const
const LAMBERT = {
  scale: [0.05, 0.05, 0],
  tiepoint: [0, 0, 0, 700_000, 6_600_000, 0],
  keys: { 1024: 1, 3072: 2154 },
} as const

type Copy = { path: string; level: number; type: 'Byte' | 'Float32' }

/** Bands in planes, the last one alpha. */
async function warpWithGdal({ path, level, type }: Copy, tile: WebTile): Promise<Uint8Array> {
  const side = mercatorPixel(tile.z) * WEB_TILE_PIXELS
  const half = mercatorPixel(0) * (WEB_TILE_PIXELS / 2)
  const [left, top] = [tile.x * side - half, half - tile.y * side]
  const raw = join(folder, 'raw')
  const extent = [left, top - side, left + side, top].map(String)
  const size = [WEB_TILE_PIXELS, WEB_TILE_PIXELS].map(String)
  const how = ['-r', 'bilinear', '-et', '0', '-ot', type, '-dstalpha', '-overwrite', '-of', 'ENVI']
  const overview = ['-ovr', level === 0 ? 'NONE' : String(level - 1)]
  execFileSync('gdalwarp', [
    '-q',
    ...overview,
    '-t_srs',
    'EPSG:3857',
    '-te',
    ...extent,
    '-ts',
    ...size,
    ...how,
    path,
    raw,
  ])
  return new Uint8Array(await readFile(raw))
}

const PIXELS = WEB_TILE_PIXELS ** 2

/** Red, green, blue and alpha of each pixel. */
async function paintedByGdal(copy: Copy, tile: WebTile) {
  const raw = await warpWithGdal(copy, tile)
  if (copy.type === 'Byte') return (pixel: number) => [0, 1, 2, 3].map((band) => raw[band * PIXELS + pixel] ?? 0)
  const values = new Float32Array(raw.buffer)
  return (pixel: number) => {
    const alpha = values[PIXELS + pixel] ?? 0
    return [...rampColour(RAMPS.canopy, (values[pixel] ?? 0) / 0.8).map(Math.round), alpha]
  }
}

const MAPS: [string, MapOptions][] = [
  ['a photo in UTM', { ...PHOTO, ...UTM }],
  ['a photo in longitude and latitude', { ...PHOTO, ...GEOGRAPHIC }],
  ['an index in UTM', { ...INDEX, ...UTM }],
  ['an index in Lambert-93', { ...INDEX, ...LAMBERT }],
]
/** Of 255: what the kernels of both differ by where they make pixels smaller; a shift of a quarter of a pixel is more. */
const MEAN_MAX = 1.5

/** How far colours lie apart in the middle of a map, and pixels that only one of both shows. */
function compare(ours: Uint8Array, theirs: (pixel: number) => number[]) {
  const apart: number[] = []
  let alone = 0
  for (let pixel = 0; pixel < PIXELS; pixel += 1) {
    const [alpha = 0, expected] = [ours[pixel * 4 + 3], theirs(pixel)]
    // GDAL knows no half pixels at the edge.
    if (alpha > 0 && alpha < 255) continue
    if (alpha !== expected[3]) alone += 1
    else if (alpha === 255)
      apart.push(Math.max(...[0, 1, 2].map((band) => Math.abs((ours[pixel * 4 + band] ?? 0) - (expected[band] ?? 0)))))
  }
  return { alone, inside: apart.length, mean: apart.reduce((sum, one) => sum + one, 0) / apart.length }
}

test.each(MAPS)('%s: tiles of all zooms are what GDAL makes of the same copy', async (_, options) => {
  const { copy, facts, draw } = await openTiles(compute, options)
  const path = join(folder, 'copy.tif')
  await writeFile(path, copy)
  const [west = 0, south = 0, east = 0, north = 0] = facts.bounds ?? []
  const { minzoom = 0, maxzoom = 0 } = zoomsOf(facts) ?? {}
  const metres = mercatorPixel(0) * groundScaleAt((south + north) / 2)
  let whole = 0
  for (let z = minzoom; z <= maxzoom; z += 1) {
    const tile = tileAt([west + 0.6 * (east - west), south + 0.45 * (north - south)], z)
    const ratio = metres / 2 ** z / ((facts.gsdCm ?? 0) / 100)
    const level = Math.min(2, Math.max(0, Math.floor(Math.log2(ratio))))
    const theirs = await paintedByGdal({ path, level, type: facts.isPicture ? 'Byte' : 'Float32' }, tile)
    const { alone, inside, mean } = compare((await draw(tile)) ?? new Uint8Array(PIXELS * 4), theirs)
    expect({ z, alone }).toEqual({ z, alone: 0 })
    expect(inside).toBeGreaterThan(100)
    // Where a tile reaches beyond the map, GDAL takes more pixels together than lie in one of its own.
    if (inside < PIXELS) continue
    whole += 1
    expect(mean).toBeLessThan(MEAN_MAX)
  }
  expect(whole).toBeGreaterThan(2)
})
