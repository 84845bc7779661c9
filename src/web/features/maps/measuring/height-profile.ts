import { TILE_PIXELS } from '#imagery/rasters/pyramid.ts'
import type { Values } from '#imagery/rasters/values.ts'
import type { ReadyMap } from '#web/lib/raster-map/look.ts'
import { frameOf, type Point } from '#web/lib/raster-map/map-frame.ts'
import type { ShownLayer } from '../map-controller.ts'

export type HeightProfile = {
  /** From the start of the line, in metres, with the height there; null where the map has nothing. */
  points: readonly { metres: number; height: number | null; at: Point }[]
  /** The side of the pixels that were read. */
  pixelMetres: number
}

const POINTS = 400

/** The heights along a line, at equal distances, from the level whose pixels are about as far apart. */
export async function readHeightProfile(
  { map, copy }: Pick<ShownLayer, 'map' | 'copy'>,
  line: readonly Point[],
  signal: AbortSignal,
): Promise<HeightProfile> {
  const { extent, pixel, metres } = frameOf(map)
  const points = pointsAlong(line, POINTS)
  const spacing = (points.at(-1)?.distance ?? 0) / (POINTS - 1)
  const level = Math.max(
    0,
    copy.levels.findLastIndex(({ width }) => (pixel[0] * map.width) / width <= Math.max(spacing, pixel[0])),
  )
  const { width, height } = copy.levels[level] ?? map
  const [across, down] = [(pixel[0] * map.width) / width, (pixel[1] * map.height) / height]
  const tiles = new Map<string, Promise<Values | undefined>>()
  const readTile = (column: number, row: number) => {
    const key = `${column} ${row}`
    const tile = tiles.get(key) ?? copy.readNumbers({ level, column, row }, signal)
    tiles.set(key, tile)
    return tile
  }
  const heightAt = async ([x, y]: Point): Promise<number | null> => {
    const [column, row] = [Math.floor((x - extent[0]) / across), Math.floor((extent[3] - y) / down)]
    if (column < 0 || row < 0 || column >= width || row >= height) return null
    const tile = await readTile(Math.floor(column / TILE_PIXELS), Math.floor(row / TILE_PIXELS))
    const index = (row % TILE_PIXELS) * TILE_PIXELS + (column % TILE_PIXELS)
    return tile ? heightIn(tile, index, map) : null
  }
  return {
    points: await Promise.all(
      points.map(async ({ at, distance }) => ({
        at,
        metres: distance * (metres ?? 1),
        height: await heightAt(at),
      })),
    ),
    pixelMetres: across * (metres ?? 1),
  }
}

function heightIn(samples: Values, index: number, { bands }: ReadyMap): number | null {
  const alpha = bands.indexOf('alpha')
  const height = samples[index * bands.length + Math.max(0, bands.indexOf('elevation'))] ?? Number.NaN
  const isThere = alpha < 0 || (samples[index * bands.length + alpha] ?? 0) > 0
  return isThere && Number.isFinite(height) ? height : null
}

/** At equal distances, the first and the last point of the line among them. */
export function pointsAlong(line: readonly Point[], count: number): { at: Point; distance: number }[] {
  const starts = [0]
  for (const [index, [x, y]] of line.slice(1).entries()) {
    const [fromX, fromY] = line[index] ?? [x, y]
    starts.push((starts[index] ?? 0) + Math.hypot(x - fromX, y - fromY))
  }
  const all = starts.at(-1) ?? 0
  let part = 0
  return Array.from({ length: count }, (_, step) => {
    const distance = (all * step) / (count - 1)
    while (part < line.length - 2 && distance > (starts[part + 1] ?? 0)) part += 1
    const [from = [0, 0] as const, to = from] = [line[part], line[part + 1]]
    const [start = 0, end = start] = [starts[part], starts[part + 1]]
    const share = end > start ? (distance - start) / (end - start) : 0
    return { at: [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share], distance }
  })
}

export type ProfileFacts = { length: number; lowest: number; highest: number; rise: number; missing: number }

/** Null when no point has a height. `rise` is that from the first height to the last; `missing` a share. */
export function factsOfProfile({ points }: HeightProfile): ProfileFacts | null {
  const heights = points.flatMap(({ height }) => height ?? [])
  const [first, last] = [heights[0], heights.at(-1)]
  if (first === undefined || last === undefined) return null
  return {
    length: points.at(-1)?.metres ?? 0,
    lowest: Math.min(...heights),
    highest: Math.max(...heights),
    rise: last - first,
    missing: 1 - heights.length / points.length,
  }
}
