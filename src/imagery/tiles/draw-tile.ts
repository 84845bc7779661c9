// A tile of a map for web maps, in the colours in which the map is shown first.
import type { Crs, GeoTransform, RasterFacts } from '#domain/maps.ts'
import { brightnessOf } from '../rasters/hillshade.ts'
import {
  firstRamp,
  firstRange,
  isShaded,
  type Look,
  type Lookable,
  neededBands,
  type Range,
  valueOf,
} from '../rasters/look.ts'
import { RAMPS, type Rgb, rampColour } from '../rasters/ramps.ts'
import type { ViewCopy } from '../rasters/view-copy.ts'
import { placeTile } from './place-tile.ts'
import { readPixels, spanOf } from './read-window.ts'
import { type Resampled, resample } from './resample.ts'
import { groundScaleAt, lonLatInTile, mercatorPixel, WEB_TILE_PIXELS, type WebTile } from './web-mercator.ts'

/** A map with a place. */
export type TileMap = { shown: Lookable; look: Look; crs: Crs; transform: GeoTransform }

export const lookableOf = ({ bands, ranges, isPicture, kind, sampleType }: RasterFacts): Lookable => ({
  bands: bands.map(({ role }) => role),
  ranges,
  isPicture,
  kind,
  sampleType,
})

/** RGBA; null where the map is not. */
export async function drawTile(copy: ViewCopy, map: TileMap, tile: WebTile): Promise<Uint8Array | null> {
  const { shown, look } = map
  const rim = isShaded(shown, look) ? 1 : 0
  const place = placeTile(tile, map, rim)
  const span = spanOf(place, copy.levels)
  if (!span) return null
  const bands = neededBands(shown, look)
  const resampled = resample(place, await readPixels(copy, span, { map: shown, bands }))
  if (!resampled.cover.some((cover) => cover > 0)) return null
  const colourAt = colouring(map, resampled, groundPixel(tile))
  const rgba = new Uint8Array(WEB_TILE_PIXELS ** 2 * 4)
  for (let y = 0; y < WEB_TILE_PIXELS; y += 1)
    for (let x = 0; x < WEB_TILE_PIXELS; x += 1) {
      const pixel = (y + rim) * place.side + x + rim
      const cover = resampled.cover[pixel] ?? 0
      const colour = cover > 0 ? colourAt(pixel) : undefined
      if (!colour) continue
      const to = (y * WEB_TILE_PIXELS + x) * 4
      for (let channel = 0; channel < 3; channel += 1) rgba[to + channel] = Math.round(colour[channel] ?? 0)
      rgba[to + 3] = Math.round(cover * 255)
    }
  return rgba
}

/** Metres on the ground. */
function groundPixel(tile: WebTile): number {
  const [, lat] = lonLatInTile(tile, [WEB_TILE_PIXELS / 2, WEB_TILE_PIXELS / 2])
  return mercatorPixel(tile.z) * groundScaleAt(lat)
}

type ColourAt = (pixel: number) => readonly number[] | undefined

const shareOf = (value: number, [low, high]: Range): number => Math.min(1, Math.max(0, (value - low) / (high - low)))

function colouring({ shown, look }: TileMap, resampled: Resampled, metres: number): ColourAt {
  const { channels } = resampled
  const dataAt = (pixel: number): number[] => channels.map((channel) => channel[pixel] ?? 0)
  const range = firstRange(shown, look)
  if (look.mode === 'colours')
    return shown.isPicture ? dataAt : (pixel) => dataAt(pixel).map((value) => 255 * shareOf(value, range))
  const ramp = RAMPS[firstRamp(shown)]
  // What comes last says that there is something.
  const valueAt = (pixel: number): number | undefined => valueOf(shown, look, [...dataAt(pixel), 255])
  const paint = (value: number): Rgb => rampColour(ramp, shareOf(value, range))
  if (!isShaded(shown, look))
    return (pixel) => {
      const value = valueAt(pixel)
      return value === undefined ? undefined : paint(value)
    }
  const heights = channels[0] ?? new Float64Array()
  const lightAt = lighting(heights, resampled, metres)
  return (pixel) => {
    const light = lightAt(pixel)
    return paint(heights[pixel] ?? 0).map((part) => Math.min(255, part * light))
  }
}

/** By the slope between the neighbours; the own height stands for one that isn't there. */
function lighting(heights: Float64Array, { side, cover }: Resampled, metres: number): (pixel: number) => number {
  return (pixel) => {
    const neighbour = (at: number): number => (cover[at] ? heights[at] : heights[pixel]) ?? 0
    const east = (neighbour(pixel + 1) - neighbour(pixel - 1)) / (2 * metres)
    const south = (neighbour(pixel + side) - neighbour(pixel - side)) / (2 * metres)
    return brightnessOf(east, south)
  }
}
