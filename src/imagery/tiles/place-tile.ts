// Where the pixels of a tile lie in a map.
import type { Crs, GeoTransform } from '#domain/maps.ts'
import { convertBetween, WGS84 } from '../rasters/crs.ts'
import { lonLatInTile, WEB_TILE_PIXELS, type WebTile } from './web-mercator.ts'

/** The middle of each pixel of a tile, in pixels of the map at full size, whose first one reaches from 0 to 1. */
export type TilePlace = {
  side: number
  columns: Float64Array
  rows: Float64Array
}
type Placed = { crs: Crs; transform: GeoTransform }

/** Pixels between which places are on straight lines: of a field, within a hundredth of a pixel. */
const STEP = 16

/** `rim` is a number of pixels beyond each edge. */
export function placeTile(tile: WebTile, { crs, transform }: Placed, rim: number): TilePlace {
  const convert = convertBetween(WGS84, crs)
  const toPixel = inverseOf(transform)
  const side = WEB_TILE_PIXELS + 2 * rim
  const across = Math.ceil(side / STEP) + 1
  const nodes = Array.from({ length: across ** 2 }, (_, node) => {
    const at = [(node % across) * STEP - rim, Math.floor(node / across) * STEP - rim] as const
    return toPixel(convert(lonLatInTile(tile, at)))
  })
  const spread = (axis: 0 | 1): Float64Array => {
    const ends = Float64Array.from(nodes, (node) => node[axis])
    return Float64Array.from({ length: side * side }, (_, pixel) => {
      const x = ((pixel % side) + 0.5) / STEP
      const y = (Math.floor(pixel / side) + 0.5) / STEP
      const corner = Math.floor(y) * across + Math.floor(x)
      const mix = (from: number): number => between(ends[from], ends[from + 1], x % 1)
      return between(mix(corner), mix(corner + across), y % 1)
    })
  }
  return { side, columns: spread(0), rows: spread(1) }
}

const between = (from = Number.NaN, to = Number.NaN, share = 0): number => from + (to - from) * share

function inverseOf([a, b, c, d, e, f]: GeoTransform) {
  const determinant = a * e - b * d
  return ([x, y]: readonly [number, number]): readonly [column: number, row: number] => [
    (e * (x - c) - b * (y - f)) / determinant,
    (a * (y - f) - d * (x - c)) / determinant,
  ]
}
