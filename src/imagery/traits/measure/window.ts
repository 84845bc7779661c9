// The part of a raster that plots touch.
import { boxOf, movePositions, type Polygon } from '../../plots/polygon.ts'
import type { Columns } from '../../rasters/read-rows.ts'

export type Window = {
  columns: Columns
  /** A polygon of the raster in pixels of the window. */
  place: (polygon: Polygon) => Polygon
}

/** Nothing nearer to the polygons than `margin` pixels is left out. */
export function windowOf({ width }: { width: number }, polygons: readonly Polygon[], margin: number): Window {
  const boxes = polygons.map(boxOf)
  const from = boxes.reduce((least, { minX }) => Math.min(least, minX), width)
  const to = boxes.reduce((most, { maxX }) => Math.max(most, maxX), 0)
  const around = Math.ceil(margin) + 1
  const wanted: Columns = [Math.max(0, Math.floor(from) - around), Math.min(width, Math.ceil(to) + around)]
  const columns: Columns = wanted[0] < wanted[1] ? wanted : [0, width]
  return { columns, place: (polygon) => movePositions(polygon, ([x, y]) => [x - columns[0], y]) }
}
