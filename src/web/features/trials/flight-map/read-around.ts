import { type Box, boxOf, type Position } from '#imagery/plots/polygon.ts'
import { TILE_PIXELS } from '#imagery/rasters/pyramid.ts'
import type { ViewCopy } from '#imagery/rasters/view-copy.ts'
import type { ReadyMap } from '#web/lib/raster-map/look.ts'
import { frameOf } from '#web/lib/raster-map/map-frame.ts'
import { toFloats } from '#web/lib/raster-map/tile-floats.ts'

export type Photo = { map: ReadyMap; copy: ViewCopy }
type Rings = readonly (readonly Position[])[]

const TILES_MAX = 64
/** Numbers take more memory. */
const TILES_OF_NUMBERS_MAX = 16

export type Around = ReturnType<typeof partOf>

/**
 * The part of a photo around plots, which are given in the plane of the map: with at least so many pixels across the width of a
 * plot, unless that would be too large.
 */
export function aroundPlots(photo: Photo, rings: Rings, pixelsAcross: number): Around {
  const one = boxOf([rings.slice(0, 1)])
  const around = Math.max(one.maxX - one.minX, one.maxY - one.minY)
  const { minX, minY, maxX, maxY } = boxOf(rings.map((ring) => [ring]))
  const box = { minX: minX - around, minY: minY - around, maxX: maxX + around, maxY: maxY + around }
  const narrowest = Math.min(...rings.slice(0, 100).map(([a = [0, 0], b = a]) => Math.hypot(b[0] - a[0], b[1] - a[1])))
  return partWithin(photo, box, narrowest / pixelsAcross)
}

/** The part of a photo within a box of its plane, in pixels of at most a size, unless that would be too large. */
export function partWithin(photo: Photo, box: Box, pixelMax: number): Around {
  let at = levelFor(photo, pixelMax)
  let part = partOf(photo, box, at)
  const most = photo.map.isPicture ? TILES_MAX : TILES_OF_NUMBERS_MAX
  while (part.tiles.length > most && at < photo.copy.levels.length - 1) {
    at += 1
    part = partOf(photo, box, at)
  }
  return part
}

type Take = (tile: Uint8ClampedArray | Float32Array, from: number, cell: number) => void
type Reading = {
  take: Take
  signal: AbortSignal
  /** Those to read, unless the map is a picture. */
  bands?: readonly number[]
}

/**
 * Gives each pixel of the part: where it is in a tile, and its place in the part, row by row. A pixel of a picture is RGBA; other
 * ones are their bands, and 1 where they hold something.
 */
export async function readAround({ map, copy }: Photo, part: Around, { take, signal, bands = [] }: Reading) {
  const { column: left, row: top, columns, rows, level, tiles } = part
  for (const { column, row } of tiles) {
    const at = { level, column, row }
    const pixels = map.isPicture
      ? await copy.readPicture(at, signal)
      : toFloats(await copy.readNumbers(at, signal), { map, bands, hasRim: false })
    if (!pixels) continue
    const step = map.isPicture ? 4 : bands.length + 1
    const [x, y] = [column * TILE_PIXELS - left, row * TILE_PIXELS - top]
    for (let down = Math.max(0, -y); down < Math.min(TILE_PIXELS, rows - y); down += 1)
      for (let right = Math.max(0, -x); right < Math.min(TILE_PIXELS, columns - x); right += 1)
        take(pixels, (down * TILE_PIXELS + right) * step, (y + down) * columns + x + right)
  }
}

/** The coarsest level that is fine enough. */
function levelFor({ map, copy }: Photo, pixelMax: number): number {
  const { pixel } = frameOf(map)
  return Math.max(
    0,
    copy.levels.findLastIndex(({ width }) => (pixel[0] * map.width) / width <= pixelMax),
  )
}

/** The pixels of a level within a box, and the tiles that hold them. */
function partOf({ map, copy }: Photo, box: Box, at: number) {
  const { extent, pixel } = frameOf(map)
  const level = copy.levels[at] ?? map
  const size = [(pixel[0] * map.width) / level.width, (pixel[1] * map.height) / level.height] as const
  const left = clamp((box.minX - extent[0]) / size[0], level.width)
  const right = clamp((box.maxX - extent[0]) / size[0] + 1, level.width)
  const top = clamp((extent[3] - box.maxY) / size[1], level.height)
  const bottom = clamp((extent[3] - box.minY) / size[1] + 1, level.height)
  const tiles: { column: number; row: number }[] = []
  for (let row = Math.floor(top / TILE_PIXELS); row * TILE_PIXELS < bottom; row += 1)
    for (let column = Math.floor(left / TILE_PIXELS); column * TILE_PIXELS < right; column += 1)
      tiles.push({ column, row })
  return {
    level: at,
    /** Of the upper left pixel in its level. */
    column: left,
    row: top,
    columns: right - left,
    rows: bottom - top,
    tiles,
    /** Of the part, in the plane of the map. */
    place: { left: extent[0] + left * size[0], top: extent[3] - top * size[1], pixel: size },
  }
}

const clamp = (value: number, most: number): number => Math.min(most, Math.max(0, Math.floor(value)))
