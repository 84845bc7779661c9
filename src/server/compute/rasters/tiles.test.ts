import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromLonLat } from '#imagery/rasters/crs.ts'
import { brightnessOf } from '#imagery/rasters/hillshade.ts'
import { RAMPS, rampColour } from '#imagery/rasters/ramps.ts'
import { groundScaleAt, lonLatInTile, mercatorPixel, type WebTile, zoomsOf } from '#imagery/tiles/web-mercator.ts'
import { type Compute, openCompute } from '../pool.ts'
import { type MapOptions, openTiles, tileAt } from '../testing/web-tiles.ts'

let compute: Compute
beforeAll(() => {
  compute = openCompute()
})
afterAll(() => compute.close())

const PIXEL = 0.05
const [EAST, NORTH] = [300_000, 4_900_000]
const UTM = {
  scale: [PIXEL, PIXEL, 0],
  tiepoint: [0, 0, 0, EAST, NORTH, 0],
  keys: { 1024: 1, 3072: 32_615 },
} as const
/** Neither side can be halved without a rest. */
const ODD = { width: 2347, height: 1531 }

/** The column and row of the map in the middle of a pixel of a tile, computed for this one alone. */
function placeIn(tile: WebTile, [x, y]: readonly [number, number], crs: Parameters<typeof fromLonLat>[0]) {
  const [east, north] = fromLonLat(crs, lonLatInTile(tile, [x + 0.5, y + 0.5]))
  return [(east - EAST) / PIXEL, (NORTH - north) / PIXEL] as const
}

/** The pixel of a tile in which longitude and latitude lie. */
function pixelOfPlace(tile: WebTile, lonLat: readonly [number, number]) {
  const { x, y } = tileAt(lonLat, tile.z + 8)
  return [x - tile.x * 256, y - tile.y * 256] as const
}

const zoomsIn = (facts: Parameters<typeof zoomsOf>[0]) => zoomsOf(facts) ?? { minzoom: 0, maxzoom: 0 }
const middleOf = ([west = 0, south = 0, east = 0, north = 0]: readonly number[]) =>
  [(west + east) / 2, (south + north) / 2] as const
const pixelOf = (rgba: Uint8Array | null, [x, y]: readonly [number, number]) => [
  ...(rgba?.subarray((y * 256 + x) * 4, (y * 256 + x) * 4 + 4) ?? []),
]

/** Pixels of a tile from black to white: a step of grey is a sixteenth of one. */
const SPAN = 16
const GREY = { mode: 'colours', bands: [0, 0, 0] } as const

test.each([0, 1] as const)(
  'at each zoom a pixel shows the place where it lies, within a tenth of one (axis %d)',
  async (axis) => {
    // Numbers that rise by the column, or by the row: from a colour follows a place.
    const valueAt = (x: number, y: number) => (axis === 0 ? x : y) + 0.5
    const { facts, draw } = await openTiles(compute, { ...ODD, ...UTM, sampleType: 'float32', valueAt })
    const { crs, bounds } = facts
    if (!crs || !bounds) throw new Error('It has no place')
    const { minzoom, maxzoom } = zoomsIn(facts)
    const middle = middleOf(bounds)
    for (let z = minzoom + 1; z <= maxzoom; z += 1) {
      const tile = tileAt(middle, z)
      const ratio = (mercatorPixel(z) * groundScaleAt(middle[1])) / PIXEL
      const centre = pixelOfPlace(tile, middle)
      const low = placeIn(tile, centre, crs)[axis] - (SPAN / 2) * ratio
      const rgba = await draw(tile, { look: GREY, ranges: [[low, low + SPAN * ratio]] })
      const errors: number[] = []
      for (let step = -6; step <= 6; step += 1) {
        const pixel = axis === 0 ? ([centre[0] + step, centre[1]] as const) : ([centre[0], centre[1] + step] as const)
        if (pixel.some((at) => at < 0 || at > 255)) continue
        const [grey = 0, , , alpha] = pixelOf(rgba, pixel)
        expect(alpha).toBe(255)
        errors.push(Math.abs((grey / 255) * SPAN - (placeIn(tile, pixel, crs)[axis] - low) / ratio))
      }
      expect(errors.length).toBeGreaterThan(3)
      expect(Math.max(...errors)).toBeLessThan(0.1)
    }
  },
)

const INDEX: MapOptions = {
  ...UTM,
  width: 600,
  height: 400,
  sampleType: 'float32',
  nodata: '-9999',
  valueAt: (x) => (x < 200 ? -9999 : x < 400 ? 0.2 : 0.7),
  known: { kind: 'other', ranges: [[0.1, 0.6]] },
}
const roundedRamp = (ramp: 'canopy' | 'heights', share: number) => rampColour(RAMPS[ramp], share).map(Math.round)

test('an index has the ramp and the range of the map, and is transparent where it holds nothing and outside', async () => {
  const { facts, draw } = await openTiles(compute, INDEX)
  const { crs, bounds } = facts
  if (!crs || !bounds) throw new Error('It has no place')
  const tile = tileAt(middleOf(bounds), 19)
  const rgba = await draw(tile)
  const found = new Map<string, Set<string>>()
  for (let y = 0; y < 256; y += 1)
    for (let x = 0; x < 256; x += 1) {
      const [column, row] = placeIn(tile, [x, y], crs)
      const part = row < -20 || row > 420 || column < -20 || column > 620 ? 'outside' : String(Math.floor(column / 200))
      const isEdge = Math.abs((column % 200) - 100) > 80 || (part !== 'outside' && (row < 20 || row > 380))
      if (isEdge) continue
      const colours = found.get(part) ?? new Set()
      found.set(part, colours.add(pixelOf(rgba, [x, y]).join()))
    }
  const nothing = ['0,0,0,0']
  expect(Object.fromEntries([...found].map(([part, colours]) => [part, [...colours]]))).toEqual({
    outside: nothing,
    0: nothing,
    1: [[...roundedRamp('canopy', 0.2), 255].join()],
    2: [[...roundedRamp('canopy', 1), 255].join()],
  })
})

test('beside the map there is no tile, and nothing of the map is read', async () => {
  const { facts, draw, read } = await openTiles(compute, INDEX)
  const { x, ...tile } = tileAt(middleOf(facts.bounds ?? []), 20)
  expect(await draw({ ...tile, x: x + 20 })).toBeNull()
  const bytes = read.reduce((sum, [from, to]) => sum + to - from, 0)
  expect(bytes).toBeLessThanOrEqual(65_536)
})

test('heights have their own ramp, and slopes are lit as on the screen', async () => {
  const rise = 0.3
  const heights: MapOptions = {
    ...UTM,
    width: 600,
    height: 600,
    sampleType: 'float32',
    valueAt: (x) => 200 + x * PIXEL * rise,
    known: { kind: 'elevation', ranges: [[200, 210]] },
  }
  const { facts, draw } = await openTiles(compute, heights)
  const { crs, bounds } = facts
  if (!crs || !bounds) throw new Error('It has no place')
  const tile = tileAt(middleOf(bounds), 20)
  const rgba = await draw(tile)
  let seen = 0
  for (let y = 4; y < 256; y += 9)
    for (let x = 4; x < 256; x += 9) {
      const [column, row] = placeIn(tile, [x, y], crs)
      if (Math.min(column, row, 600 - column, 600 - row) < 20) continue
      const colour = rampColour(RAMPS.heights, ((column - 0.5) * PIXEL * rise) / 10)
      const expected = colour.map((part) => Math.min(255, part * brightnessOf(rise, 0)))
      const own = pixelOf(rgba, [x, y])
      expect(Math.max(...expected.map((part, at) => Math.abs(part - (own[at] ?? 0))))).toBeLessThan(3)
      seen += 1
    }
  expect(seen).toBeGreaterThan(100)
})

test('an index is computed from the colours of a photo, in its own range', async () => {
  const photo: MapOptions = {
    ...UTM,
    width: 600,
    height: 400,
    bands: 3,
    photometric: 2,
    valueAt: (_x, _y, band) => [80, 140, 60][band] ?? 0,
  }
  const { facts, draw } = await openTiles(compute, photo)
  const tile = tileAt(middleOf(facts.bounds ?? []), 21)
  const [red, green] = pixelOf(await draw(tile), [128, 128])
  expect([red, green]).toEqual([expect.closeTo(80, -1), expect.closeTo(140, -1)])
  // (140 - 80) / (140 + 80), between -0.15 and 0.35.
  const expected = rampColour(RAMPS.canopy, (60 / 220 + 0.15) / 0.5)
  const own = pixelOf(await draw(tile, { look: { mode: 'index', id: 'NGRDI' } }), [128, 128])
  expect(Math.max(...expected.map((part, at) => Math.abs(part - (own[at] ?? 0))))).toBeLessThan(4)
})

const noise = (x: number, y: number) => ((x * 7919 + y * 104_729) % 10_007) / 10_007

test('a small zoom reads a small level only', async () => {
  const map: MapOptions = { ...INDEX, ...ODD, valueAt: noise, known: { kind: 'other', ranges: [[0, 1]] } }
  const { copy, facts, draw, read } = await openTiles(compute, map)
  const { minzoom, maxzoom } = zoomsIn(facts)
  const readAt = async (z: number): Promise<number> => {
    read.length = 0
    await draw(tileAt(middleOf(facts.bounds ?? []), z))
    return read.reduce((sum, [from, to]) => sum + to - from, 0)
  }
  expect(await readAt(minzoom)).toBeLessThan(copy.length / 6)
  expect(await readAt(maxzoom - 2)).toBeLessThan(copy.length / 2)
})
