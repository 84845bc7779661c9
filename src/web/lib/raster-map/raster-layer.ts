import TileLayer from 'ol/layer/Tile.js'
import WebGLTileLayer, { type Style } from 'ol/layer/WebGLTile.js'
import DataTileSource from 'ol/source/DataTile.js'
import TileGrid from 'ol/tilegrid/TileGrid.js'
import { HILLSHADE } from '#imagery/rasters/hillshade.ts'
import { isShaded, type Look, neededBands, type Range } from '#imagery/rasters/look.ts'
import { TILE_PIXELS } from '#imagery/rasters/pyramid.ts'
import { RAMPS, type RampId, type Rgb, rampColour } from '#imagery/rasters/ramps.ts'
import type { ViewCopy } from '#imagery/rasters/view-copy.ts'
import { classColours } from '#imagery/traits/derived/colour-scale.ts'
import type { ReadyMap } from './look.ts'
import { frameOf, PLANE } from './map-frame.ts'
import { RIM, toFloats } from './tile-floats.ts'
import { impossibleExpression, valueExpression } from './value-expression.ts'

export type RasterLook = {
  look: Look
  range: Range
  ramp: RampId
  /** So many colours instead of all of the ramp. */
  classes?: number
  /** Lower values are not drawn. */
  threshold: number | null
  contours: number | null
}

const TILES_KEPT = 64

type Shown = RasterLook & { map: ReadyMap; copy: ViewCopy }

/** A layer whose tiles are read when they are seen. `onProblem` is called for each that can't be. */
export const createRasterLayer = (shown: Shown, onProblem: (error: unknown) => void): WebGLTileLayer =>
  new WebGLTileLayer({
    source: sourceOf(shown, { onProblem }),
    cacheSize: TILES_KEPT,
    style: styleOf(shown.map, shown),
  })

/**
 * The same, but a photo in its own colours is drawn as pictures. Where there is no graphics card, panning takes less of the processor
 * than by WebGL (55 and 60 frames a second over a trial of 2,000 plots).
 */
export function createPhotoLayer(shown: Shown, onProblem: (error: unknown) => void): WebGLTileLayer | TileLayer {
  const { map, look } = shown
  const [width, height] = frameOf(map).pixel
  // A picture can't be stretched to one side.
  const isPlain = map.isPicture && look.mode === 'colours' && Math.abs(width / height - 1) < 1e-6
  if (!isPlain) return createRasterLayer(shown, onProblem)
  return new TileLayer({ source: sourceOf(shown, { onProblem, arePictures: true }), cacheSize: TILES_KEPT })
}

type Reading = { onProblem: (error: unknown) => void; arePictures?: boolean }

function sourceOf(shown: Shown, { onProblem, arePictures = false }: Reading): DataTileSource {
  const { map, copy, look } = shown
  const { extent, pixel } = frameOf(map)
  const isHeight = isShaded(map, look)
  const bands = neededBands(map, look)
  const levels = copy.levels.toReversed()
  const [width, height] = pixel
  return new DataTileSource({
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
      try {
        if (map.isPicture) {
          const pixels = (await copy.readPicture(at, signal)) ?? new Uint8ClampedArray(TILE_PIXELS ** 2 * 4)
          return arePictures
            ? await createImageBitmap(new ImageData(new Uint8ClampedArray(pixels), TILE_PIXELS))
            : pixels
        }
        return toFloats(await copy.readNumbers(at, signal), { map, bands, hasRim: isHeight })
      } catch (error) {
        if (!signal.aborted) onProblem(error)
        throw error
      }
    },
  })
}

/** Layers of a map with the same key have the same tiles. */
export const tilesKeyOf = (map: ReadyMap, { look }: RasterLook): string =>
  map.isPicture ? 'picture' : `${neededBands(map, look).join()} ${isShaded(map, look)} ${JSON.stringify(map.scalings)}`

/** What the variables of a style don't change. */
export const styleKeyOf = ({ look, ramp, classes = 0, contours }: RasterLook): string =>
  JSON.stringify([look, ramp, classes, contours === null])

type Value = NonNullable<Style['color']>
const STOPS = 256

const LOWEST = -1e30

export const variablesOf = ({ range, threshold, contours }: RasterLook): Record<string, number> => ({
  low: range[0],
  high: range[1],
  threshold: threshold ?? LOWEST,
  interval: contours ?? 1,
})

const share = (value: unknown) => ['/', ['-', value, ['var', 'low']], ['-', ['var', 'high'], ['var', 'low']]]

export function styleOf(map: ReadyMap, raster: RasterLook): Style {
  const { look, contours } = raster
  const variables = variablesOf(raster)
  if (look.mode === 'colours' && map.isPicture) return { variables }
  const there = ['band', map.isPicture ? 4 : neededBands(map, look).length + 1]
  const nowhere = [['<', there, 0.5], ...impossibleExpression(map, look)]
  const shown = (colour: unknown): Style => ({
    variables,
    color: ['case', ...nowhere.flatMap((condition) => [condition, [0, 0, 0, 0]]), colour] as Value,
  })
  if (look.mode === 'colours')
    return shown(['array', share(['band', 1]), share(['band', 2]), share(['band', 3]), 1].map(clamped))
  const value = valueExpression(map, look)
  const painted = paintExpression(value, raster)
  if (!isShaded(map, look)) return shown(['case', ['<', value, ['var', 'threshold']], [0, 0, 0, 0], painted])
  const shade = shadeExpression(map)
  const lit = ['*', painted, ['array', shade, shade, shade, 1]]
  return shown(contours === null ? lit : ['case', onContour(value), ['color', 20, 30, 40, 0.85], lit])
}

const css = (colour: Rgb): string => `rgb(${colour.map(Math.round).join(',')})`

/** A look-up: with stops in between, the GPU would compute the value once for each of them. */
function paintExpression(value: unknown, { ramp, classes = 0 }: RasterLook): unknown {
  if (classes > 0) {
    const at = ['clamp', ['floor', ['*', classes, share(value)]], 0, classes - 1]
    return ['palette', at, classColours({ ramp, classes }).map(css)]
  }
  const colours = Array.from({ length: STOPS }, (_, stop) => css(rampColour(RAMPS[ramp], stop / (STOPS - 1))))
  return ['palette', ['clamp', ['*', STOPS - 1, share(value)], 0, STOPS - 1], colours]
}

const clamped = (part: unknown): unknown => (Array.isArray(part) ? ['clamp', part, 0, 1] : part)

const [EAST, WEST, NORTH, SOUTH] = [
  [1, 0],
  [-1, 0],
  [0, -1],
  [0, 1],
] as const

/** The height of a neighbour; the own height where there is none. */
const neighbour = ([right, down]: readonly [number, number]): unknown => [
  'case',
  ['<', ['band', 2, right, down], 0.5],
  ['band', 1],
  ['band', 1, right, down],
]

/** `brightnessOf` the slope between the neighbours of a pixel. */
function shadeExpression(map: ReadyMap): unknown {
  const { pixel, metres } = frameOf(map)
  // An overview's neighbours are as far apart as its pixels are wide.
  const run = ['*', 2 * (metres ?? 1), ['clamp', ['resolution'], pixel[0], 1e9]]
  const east = ['/', ['-', neighbour(EAST), neighbour(WEST)], run]
  const south = ['/', ['-', neighbour(SOUTH), neighbour(NORTH)], run]
  const steepness = ['sqrt', ['+', 1, ['+', ['*', east, east], ['*', south, south]]]]
  const { plain, ambient, diffuse, darkest, brightest } = HILLSHADE
  const light = ['/', ['+', ['*', 0.5, ['+', east, south]], plain], steepness]
  return ['clamp', ['+', ambient, ['*', diffuse, light]], darkest, brightest]
}

/** Where a multiple of the interval lies between a pixel and its neighbour. */
const onContour = (value: unknown): unknown => [
  'any',
  ['!=', stepOf(value), stepOf(neighbour(EAST))],
  ['!=', stepOf(value), stepOf(neighbour(SOUTH))],
]

const stepOf = (value: unknown): unknown => ['floor', ['/', value, ['var', 'interval']]]
