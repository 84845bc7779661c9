// How much of a pixel of an elevation map is plants, by the photo: both may have any grid.

import { clipToQuad } from '../../plots/clip-to-quad.ts'
import { createCoverage, toPixels } from '../../plots/pixel-coverage.ts'
import type { Polygon, Position } from '../../plots/polygon.ts'
import type { ReadRows } from '../../rasters/read-rows.ts'
import { NO_MASK } from '../measure/pixel-rows.ts'
import type { PlacedLayer } from './ground.ts'
import { keepRows } from './kept-rows.ts'

/** Parts of a pixel of the elevation map: what is plants, and what the photo knows. */
export type Share = { plants: number; known: number }

export type PlantShares = {
  /** Makes the photo known below pixels of a row of the elevation map, from the first to before the last. */
  keep: (row: number, from: number, to: number) => Promise<void>
  /** Of a pixel; `plot`, in pixels of the photo, is given where it covers only a part of the pixel. */
  of: (column: number, row: number, plot: Polygon | undefined) => Share
}

type Maps = { surface: PlacedLayer; photo: PlacedLayer; plantRows: ReadRows }

/** A side is along an axis when it is off by less than that, in pixels. */
const AXIS = 1e-9

/** `plantRows` hold what `createMaskRows` says. */
export function createPlantShares({ surface, photo, plantRows }: Maps): PlantShares {
  const { width } = photo.layer
  const { keep, row: rowAt } = keepRows({ size: photo.layer, read: plantRows })
  const weights = new Float64Array(width + 1)
  const [a, b, c, d, e, f] = surface.transform
  const [p, q, , r, s] = photo.transform
  const inPhoto = ([x, y]: Position): Position => [(s * x - q * y) / (p * s - q * r), (p * y - r * x) / (p * s - q * r)]
  const [across, down] = [inPhoto([a, d]), inPhoto([b, e])]
  const [startX, startY] = toPixels([[[[c, f]]]], photo.transform)[0]?.[0]?.[0] ?? [0, 0]
  const area = Math.abs(across[0] * down[1] - across[1] * down[0])
  const isAligned = Math.abs(across[1]) < AXIS && Math.abs(down[0]) < AXIS
  const at = (column: number, row: number): Position => [
    startX + column * across[0] + row * down[0],
    startY + column * across[1] + row * down[1],
  ]

  const inRectangle = ([x0, y0]: Position, [x1, y1]: Position): Share => {
    const [left, right] = [Math.max(0, Math.min(x0, x1)), Math.min(width, Math.max(x0, x1))]
    const [top, bottom] = [Math.min(y0, y1), Math.max(y0, y1)]
    const share = { plants: 0, known: 0 }
    for (let y = Math.floor(top); y < bottom; y += 1) {
      const line = rowAt(y)
      const high = Math.min(bottom, y + 1) - Math.max(top, y)
      if (line)
        for (let x = Math.floor(left); x < right; x += 1)
          add(share, line[x], high * (Math.min(right, x + 1) - Math.max(left, x)))
    }
    return share
  }
  const inPolygon = (polygon: Polygon): Share => {
    const share = { plants: 0, known: 0 }
    const coverage = createCoverage(polygon, photo.layer)
    for (let y = coverage.top; y < coverage.bottom; y += 1) {
      const [from, to] = coverage.weigh(y, weights)
      const line = rowAt(y)
      for (let index = from; index < to; index += 1) add(share, line?.[coverage.left + index], weights[index] ?? 0)
    }
    return share
  }
  const add = (share: Share, plants: number | undefined, covered: number): void => {
    if (plants === undefined || plants === NO_MASK) return
    share.known += covered / area
    if (plants === 1) share.plants += covered / area
  }

  return {
    keep(row, from, to) {
      const rows = [at(from, row), at(to, row), at(from, row + 1), at(to, row + 1)].map(([, y]) => y)
      return keep(Math.floor(Math.min(...rows)), Math.floor(Math.max(...rows)))
    },
    of(column, row, plot) {
      if (!plot && isAligned) return inRectangle(at(column, row), at(column + 1, row + 1))
      const quad = [at(column, row), at(column + 1, row), at(column + 1, row + 1), at(column, row + 1)]
      return inPolygon(plot ? clipToQuad(plot, quad) : [[quad]])
    },
  }
}
