// The part of a map that a tile shows, from the level whose pixels are as large as the tile's, or a little smaller.
import type { Lookable } from '../rasters/look.ts'
import { TILE_PIXELS } from '../rasters/pyramid.ts'
import type { ViewCopy } from '../rasters/view-copy.ts'
import type { TilePlace } from './place-tile.ts'

export type Span = { level: number; left: number; top: number; right: number; bottom: number }

/** Pixels of a level, with what is read of each: a channel is a colour or a band. */
export type Pixels = Span & {
  /** How many of them lie in one of the tile, along each axis; 1 where it is less. */
  reach: readonly [across: number, down: number]
  channels: readonly Float64Array[]
  isThere: Uint8Array
}

/** A map that is stretched to one side has some more than four. */
const BLOCKS_MAX = 12

type Levels = ViewCopy['levels']

/** Null when the tile lies beside the map. */
export function spanOf(place: TilePlace, levels: Levels): (Span & Pick<Pixels, 'reach'>) | null {
  const [across, down] = pixelRatios(place)
  if (!Number.isFinite(across * down)) return null
  const wanted = Math.floor(Math.log2(Math.sqrt(across * down)))
  const first = Math.min(levels.length - 1, Math.max(0, wanted))
  for (let level = first; level < levels.length; level += 1) {
    const scale = 2 ** level
    const reach = [Math.max(1, across / scale), Math.max(1, down / scale)] as const
    const [left, right] = rangeOf(place.columns, { scale, reach: reach[0], end: levels[level]?.width ?? 0 })
    const [top, bottom] = rangeOf(place.rows, { scale, reach: reach[1], end: levels[level]?.height ?? 0 })
    if (left >= right || top >= bottom) return null
    const blocks = blocksBetween(left, right) * blocksBetween(top, bottom)
    if (blocks <= BLOCKS_MAX || level === levels.length - 1) return { level, left, top, right, bottom, reach }
  }
  return null
}

const blocksBetween = (from: number, to: number): number => Math.ceil(to / TILE_PIXELS) - Math.floor(from / TILE_PIXELS)

/** Pixels of the map at full size for one of the tile, along both axes of the map. */
function pixelRatios({ side, columns, rows }: TilePlace): [across: number, down: number] {
  const middle = (side / 2) * side + side / 2
  const ratio = (places: Float64Array): number => {
    const [here, east, south] = [places[middle], places[middle + 1], places[middle + side]]
    return Math.hypot((east ?? 0) - (here ?? 0), (south ?? 0) - (here ?? 0))
  }
  return [ratio(columns), ratio(rows)]
}

type Along = { scale: number; reach: number; end: number }

function rangeOf(places: Float64Array, { scale, reach, end }: Along): [from: number, to: number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const place of places) {
    if (place < low) low = place
    if (place > high) high = place
  }
  return [Math.max(0, Math.floor(low / scale - reach)), Math.min(end, Math.ceil(high / scale + reach))]
}

type Wanted = { map: Pick<Lookable, 'bands' | 'isPicture'>; bands: readonly number[] }

/** Of a picture its red, green and blue; of numbers these bands. */
export async function readPixels(
  copy: ViewCopy,
  span: Span & Pick<Pixels, 'reach'>,
  { map, bands }: Wanted,
): Promise<Pixels> {
  const { level, left, top, right, bottom } = span
  const count = (right - left) * (bottom - top)
  const from = map.isPicture ? [0, 1, 2] : bands
  const channels = from.map(() => new Float64Array(count))
  const pixels = { ...span, channels, isThere: new Uint8Array(count) }
  const alpha = map.isPicture ? 3 : map.bands.indexOf('alpha')
  const step = map.isPicture ? 4 : map.bands.length
  const { signal } = new AbortController()
  for (let row = Math.floor(top / TILE_PIXELS); row * TILE_PIXELS < bottom; row += 1)
    for (let column = Math.floor(left / TILE_PIXELS); column * TILE_PIXELS < right; column += 1) {
      const at = { level, column, row }
      const samples = await (map.isPicture ? copy.readPicture(at, signal) : copy.readNumbers(at, signal))
      if (samples) placeBlock(pixels, { samples, column, row, from, step, alpha })
    }
  return pixels
}

type Block = {
  samples: ArrayLike<number>
  column: number
  row: number
  from: readonly number[]
  step: number
  /** Negative where there is none. */
  alpha: number
}

function placeBlock(pixels: Pixels, { samples, column, row, from, step, alpha }: Block): void {
  const { left, top, right, bottom, channels, isThere } = pixels
  const [blockLeft, blockTop] = [column * TILE_PIXELS, row * TILE_PIXELS]
  for (let y = Math.max(top, blockTop); y < Math.min(bottom, blockTop + TILE_PIXELS); y += 1)
    for (let x = Math.max(left, blockLeft); x < Math.min(right, blockLeft + TILE_PIXELS); x += 1) {
      const source = ((y - blockTop) * TILE_PIXELS + x - blockLeft) * step
      const to = (y - top) * (right - left) + x - left
      let isWhole = alpha < 0 || (samples[source + alpha] ?? 0) > 0
      for (const [at, band] of from.entries()) {
        const value = samples[source + band] ?? Number.NaN
        const channel = channels[at]
        if (!Number.isFinite(value)) isWhole = false
        else if (channel) channel[to] = value
      }
      isThere[to] = isWhole ? 1 : 0
    }
}
