// The grid of tiles of web maps: EPSG:3857, counted from the north-west, 256 pixels a side.
import type { RasterFacts } from '#domain/maps.ts'

export const WEB_TILE_PIXELS = 256
export type WebTile = { z: number; x: number; y: number }

const EQUATOR_RADIUS = 6_378_137
const WORLD = 2 * Math.PI * EQUATOR_RADIUS
const DEGREE = Math.PI / 180
/** Of TileJSON. */
const ZOOM_MAX = 30
/** At most this long is a map where it is smallest: below, it would be hardly more than a point. */
const SMALLEST_PIXELS = 32

/** Metres of a pixel on the equator. */
export const mercatorPixel = (z: number): number => WORLD / WEB_TILE_PIXELS / 2 ** z

/** Metres on the ground for a metre of the projection. */
export const groundScaleAt = (lat: number): number => Math.cos(lat * DEGREE)

export const isInGrid = ({ z, x, y }: WebTile): boolean => z <= ZOOM_MAX && x < 2 ** z && y < 2 ** z

/** Longitude and latitude of a place in a tile, in its pixels from the upper left corner. */
export function lonLatInTile({ z, x, y }: WebTile, [column, row]: readonly [number, number]): [number, number] {
  const pixels = WEB_TILE_PIXELS * 2 ** z
  const share = [(x * WEB_TILE_PIXELS + column) / pixels, (y * WEB_TILE_PIXELS + row) / pixels] as const
  return [share[0] * 360 - 180, Math.atan(Math.sinh(Math.PI * (1 - 2 * share[1]))) / DEGREE]
}

export type Zooms = { minzoom: number; maxzoom: number }
type Placed = Pick<RasterFacts, 'bounds' | 'gsdCm' | 'width' | 'height'>

const within = (zoom: number): number => Math.min(ZOOM_MAX, Math.max(0, zoom))
/** Zooms by which a map may be coarser than its pixels: of 1 %, nobody sees it. */
const NEARLY = 0.01

/** From a few pixels for all of a map to no pixel of it left out; null for one without a place. */
export function zoomsOf({ bounds, gsdCm, width, height }: Placed): Zooms | null {
  if (bounds === null || gsdCm === null || !(gsdCm > 0)) return null
  const [, south, , north] = bounds
  const zoomWith = (metresPerPixel: number): number =>
    Math.log2((mercatorPixel(0) * groundScaleAt((south + north) / 2)) / metresPerPixel)
  const metres = gsdCm / 100
  const maxzoom = within(Math.ceil(zoomWith(metres) - NEARLY))
  const minzoom = within(Math.floor(zoomWith((metres * Math.max(width, height)) / SMALLEST_PIXELS)))
  return { minzoom: Math.min(minzoom, maxzoom), maxzoom }
}

/** Of the place of a map, for what `bounds` leave out between their points. */
const MARGIN = 0.01

/** Whether a map may lie in a tile. */
export function touchesTile(tile: WebTile, [west, south, east, north]: NonNullable<RasterFacts['bounds']>): boolean {
  const [left, top] = lonLatInTile(tile, [0, 0])
  const [right, bottom] = lonLatInTile(tile, [WEB_TILE_PIXELS, WEB_TILE_PIXELS])
  const [wide, high] = [(east - west) * MARGIN, (north - south) * MARGIN]
  if (south - high > top || north + high < bottom) return false
  // West is greater than east where a map lies on both sides of 180 degrees.
  if (west > east) return right >= west || left <= east
  return west - wide <= right && east + wide >= left
}
