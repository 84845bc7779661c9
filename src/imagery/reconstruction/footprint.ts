// What of the ground photos show.
import { type Camera, project, type Reconstruction, type View } from './model.ts'
import { type Grid, heightsOf, type Surface } from './surface.ts'

/** West, south, east and north in metres. */
type Bounds = [number, number, number, number]

/** How far to the side a photo can see, in metres, from its height above the ground. */
export function reachOf({ width, height, lens }: Camera, { centre, rotation }: View, ground: number): number {
  const tilt = Math.acos(Math.min(1, Math.max(-1, -rotation[8])))
  const angle = Math.min(1.3, tilt + Math.atan(Math.hypot(width, height) / 2 / lens.focal))
  return Math.max(0, centre[2] - ground) * Math.tan(angle) * 1.1
}

/** Of all that photos may show. */
export function boundsOf({ cameras, views }: Pick<Reconstruction, 'cameras' | 'views'>, ground: number): Bounds {
  const bounds: Bounds = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ]
  for (const view of views) {
    const camera = cameras[view.camera]
    if (!camera) continue
    const reach = reachOf(camera, view, ground)
    const [x, y] = view.centre
    bounds[0] = Math.min(bounds[0], x - reach)
    bounds[1] = Math.min(bounds[1], y - reach)
    bounds[2] = Math.max(bounds[2], x + reach)
    bounds[3] = Math.max(bounds[3], y + reach)
  }
  return bounds
}

/** Of the side of a cell: from its centre to its corners, and a little more. */
const CELL_RADIUS = 0.75

/** How many photos show each cell; 255 stands for more as well. */
export function countPhotos(
  { cameras, views }: Pick<Reconstruction, 'cameras' | 'views'>,
  surface: Surface,
): Uint8Array {
  const counts = new Uint8Array(surface.width * surface.height)
  const heightAt = heightsOf(surface)
  const out = { x: 0, y: 0 }
  for (const view of views) {
    const camera = cameras[view.camera]
    if (!camera) continue
    const pixelOf = project(camera.lens, view)
    const [x, y] = view.centre
    eachCell(surface, { x, y, reach: reachOf(camera, view, heightAt(x, y)) }, (cell, [east, north]) => {
      const depth = pixelOf([east, north, surface.heights[cell] ?? 0], out)
      // So that the photo shows all of the cell.
      const half = (CELL_RADIUS * surface.cell * camera.lens.focal) / depth
      const inside = Math.min(out.x, out.y, camera.width - out.x, camera.height - out.y)
      const isSeen = depth > 0 && inside >= half
      if (isSeen && (counts[cell] ?? 0) < 255) counts[cell] = (counts[cell] ?? 0) + 1
    })
  }
  return counts
}

type Around = { x: number; y: number; reach: number }

function eachCell(
  { west, north, cell, width, height }: Grid,
  { x, y, reach }: Around,
  visit: (cell: number, at: [number, number]) => void,
): void {
  const [left, right] = [
    Math.max(0, Math.floor((x - reach - west) / cell)),
    Math.min(width - 1, (x + reach - west) / cell),
  ]
  const [top, bottom] = [
    Math.max(0, Math.floor((north - y - reach) / cell)),
    Math.min(height - 1, (north - y + reach) / cell),
  ]
  for (let row = top; row <= bottom; row += 1)
    for (let column = left; column <= right; column += 1)
      visit(row * width + column, [west + (column + 0.5) * cell, north - (row + 0.5) * cell])
}

/** The part of a surface, with the values of its cells, that holds all cells of which `isKept` is not 0. */
export function cropTo(surface: Surface, isKept: Uint8Array): { surface: Surface; isKept: Uint8Array } {
  let [left, top, right, bottom] = [surface.width, surface.height, -1, -1]
  for (const [at, kept] of isKept.entries()) {
    if (kept === 0) continue
    const [column, row] = [at % surface.width, Math.floor(at / surface.width)]
    left = Math.min(left, column)
    right = Math.max(right, column)
    top = Math.min(top, row)
    bottom = Math.max(bottom, row)
  }
  const [width, height] = [Math.max(0, right - left + 1), Math.max(0, bottom - top + 1)]
  const cut = <Values extends Float32Array | Uint8Array>(values: Values): Values => {
    const part = new (values.constructor as new (size: number) => Values)(width * height)
    for (let row = 0; row < height; row += 1) {
      const start = (top + row) * surface.width + left
      part.set(values.subarray(start, start + width), row * width)
    }
    return part
  }
  const { cell } = surface
  return {
    surface: {
      cell,
      width,
      height,
      west: surface.west + left * cell,
      north: surface.north - top * cell,
      heights: cut(surface.heights),
      isMeasured: cut(surface.isMeasured),
    },
    isKept: cut(isKept),
  }
}
