import WebGLTileLayer, { type Style } from 'ol/layer/WebGLTile.js'
import DataTileSource from 'ol/source/DataTile.js'
import TileGrid from 'ol/tilegrid/TileGrid.js'
import { TILE_PIXELS } from '#imagery/rasters/pyramid.ts'
import { RAMPS, rampColour } from '#imagery/rasters/ramps.ts'
import type { Samples } from '#imagery/rasters/read-rows.ts'
import type { ViewCopy } from '#imagery/rasters/view-copy.ts'
import type { Expression } from './indices.ts'
import { indexOf, type Look, neededBands, type Range, type ReadyMap, rampOf } from './look.ts'
import { frameOf, PLANE } from './map-frame.ts'

export type RasterLook = { look: Look; range: Range; contours: number | null }

/** Around a tile of heights, so that its slopes have neighbours. */
const RIM = 1
const TILES_KEPT = 64

/** A layer whose tiles are read when they are seen. */
export function createRasterLayer(
  map: ReadyMap,
  copy: ViewCopy,
  { look, range, contours }: RasterLook,
): WebGLTileLayer {
  const { extent, pixel } = frameOf(map)
  const isHeight = isShaded(map, look)
  const bands = neededBands(map, look)
  const levels = copy.levels.toReversed()
  const [width, height] = pixel
  const source = new DataTileSource({
    projection: PLANE,
    tileGrid: new TileGrid({
      extent,
      origin: [extent[0] ?? 0, extent[3] ?? 0],
      resolutions: levels.map((level) => (width * map.width) / level.width),
      tileSize: [TILE_PIXELS, (TILE_PIXELS * height) / width],
    }),
    tileSize: TILE_PIXELS,
    gutter: isHeight ? RIM : 0,
    bandCount: map.isPicture ? 4 : bands.length + 1,
    interpolate: map.isPicture === true,
    transition: 0,
    wrapX: false,
    loader: async (z, column, ...[row, { signal }]) => {
      const at = { level: levels.length - 1 - z, column, row }
      if (map.isPicture) return (await copy.readPicture(at, signal)) ?? new Uint8ClampedArray(TILE_PIXELS ** 2 * 4)
      return toFloats(await copy.readNumbers(at, signal), { map, bands, rim: isHeight ? RIM : 0 })
    },
  })
  return new WebGLTileLayer({ source, cacheSize: TILES_KEPT, style: styleOf(map, { look, range, contours }) })
}

const isShaded = ({ kind, isPicture }: ReadyMap, { mode }: Look): boolean =>
  kind === 'elevation' && !isPicture && mode === 'band'

type Tile = { map: ReadyMap; bands: readonly number[]; rim: number }

/** The bands that are shown as floats, and a last one that is 1 where there is something. */
function toFloats(samples: Samples | undefined, { map, bands, rim }: Tile): Float32Array {
  const side = TILE_PIXELS + 2 * rim
  const step = bands.length + 1
  const floats = new Float32Array(side * side * step)
  if (!samples) return floats
  const nodata = map.nodata === 'nan' ? null : map.nodata
  const all = map.bands.length
  const alpha = map.bands.indexOf('alpha')
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      // The rim repeats the edge: what lies beyond is in another tile.
      const row = Math.min(TILE_PIXELS - 1, Math.max(0, y - rim))
      const from = (row * TILE_PIXELS + Math.min(TILE_PIXELS - 1, Math.max(0, x - rim))) * all
      const to = (y * side + x) * step
      let isThere = alpha < 0 || (samples[from + alpha] ?? 0) > 0
      for (const [at, band] of bands.entries()) {
        const value = samples[from + band] ?? Number.NaN
        if (Number.isNaN(value) || value === nodata) isThere = false
        else floats[to + at] = value
      }
      floats[to + step - 1] = isThere ? 1 : 0
    }
  return floats
}

type Value = NonNullable<Style['color']>
const STOPS = 256

export const variablesOf = ({ range: [low, high], contours }: RasterLook): Record<string, number> => ({
  low,
  high,
  interval: contours ?? 1,
})

const share = (value: unknown) => ['/', ['-', value, ['var', 'low']], ['-', ['var', 'high'], ['var', 'low']]]

function styleOf(map: ReadyMap, raster: RasterLook): Style {
  const { look, contours } = raster
  const variables = variablesOf(raster)
  if (look.mode === 'colours' && map.isPicture) return { variables }
  const there = ['band', map.isPicture ? 4 : neededBands(map, look).length + 1]
  const shown = (colour: unknown): Style => ({
    variables,
    color: ['case', ['<', there, 0.5], [0, 0, 0, 0], colour] as Value,
  })
  if (look.mode === 'colours')
    return shown(['array', share(['band', 1]), share(['band', 2]), share(['band', 3]), 1].map(clamped))
  const value = valueExpression(map, look)
  const colours = Array.from({ length: STOPS }, (_, stop) => {
    const [red, green, blue] = rampColour(RAMPS[rampOf(map)], stop / (STOPS - 1)).map(Math.round)
    return `rgb(${red},${green},${blue})`
  })
  // A look-up: with stops in between, the GPU would compute the value once for each of them.
  const ramp = ['palette', ['clamp', ['*', STOPS - 1, share(value)], 0, STOPS - 1], colours]
  if (!isShaded(map, look)) return shown(ramp)
  const shade = shadeExpression(map)
  const lit = ['*', ramp, ['array', shade, shade, shade, 1]]
  return shown(contours === null ? lit : ['case', onContour(value), ['color', 20, 30, 40, 0.85], lit])
}

const clamped = (part: unknown): unknown => (Array.isArray(part) ? ['clamp', part, 0, 1] : part)

function valueExpression(map: ReadyMap, look: Look): unknown {
  if (look.mode === 'band') return map.isPicture ? ['*', 255, ['band', look.band + 1]] : ['band', 1]
  const index = indexOf(look)
  if (!index) return 0
  const order = map.isPicture ? map.bands : index.needs
  const write = (expression: Expression): unknown => {
    if (typeof expression === 'number') return expression
    if (typeof expression === 'string') return ['band', order.indexOf(expression) + 1]
    const [operation, left, right] = expression
    return operation === '/' ? ['/', write(left), ['+', write(right), 1e-6]] : [operation, write(left), write(right)]
  }
  return write(index.expression)
}

/** Light from the north-west, 45 degrees high, on the slope between the neighbours of a pixel. */
function shadeExpression(map: ReadyMap): unknown {
  const { pixel, metres } = frameOf(map)
  // An overview's neighbours are as far apart as its pixels are wide.
  const run = ['*', 2 * (metres ?? 1), ['clamp', ['resolution'], pixel[0], 1e9]]
  const east = ['/', ['-', ['band', 1, 1, 0], ['band', 1, -1, 0]], run]
  const south = ['/', ['-', ['band', 1, 0, 1], ['band', 1, 0, -1]], run]
  const steepness = ['sqrt', ['+', 1, ['+', ['*', east, east], ['*', south, south]]]]
  const light = ['/', ['+', ['*', 0.5, ['+', east, south]], 0.7071], steepness]
  return ['clamp', ['+', 0.35, ['*', 0.9, light]], 0.25, 1.1]
}

/** Where a multiple of the interval lies between a pixel and its neighbour. */
const onContour = (value: unknown): unknown => [
  'any',
  ['!=', stepOf(value), stepOf(['band', 1, 1, 0])],
  ['!=', stepOf(value), stepOf(['band', 1, 0, 1])],
]

const stepOf = (value: unknown): unknown => ['floor', ['/', value, ['var', 'interval']]]
