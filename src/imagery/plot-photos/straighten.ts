// The ground of a frame as one photo shows it, as if seen straight down.
import type { Plane } from '../numbers/fit-plane.ts'
import { project } from '../reconstruction/model.ts'
import { type Frame, placeIn } from './frame.ts'
import { onPlane, type Showing } from './showing.ts'

/** Whole pixels of a photo. */
export type Part = { left: number; top: number; width: number; height: number }
type Photo = Pick<Showing, 'camera' | 'view'> & { plane: Plane }

const SIDE_SAMPLES = 16
/** Around what is needed, for pixels between two. */
const EDGE = 2

/** The part of a photo that shows a frame; undefined when that lies outside. */
export function partOf({ camera, view, plane }: Photo, frame: Frame): Part | undefined {
  const look = project(camera.lens, view)
  const out = { x: 0, y: 0 }
  const [xs, ys]: [number[], number[]] = [[], []]
  for (let side = 0; side <= SIDE_SAMPLES; side += 1)
    for (const [x, y] of [
      [side, 0],
      [side, SIDE_SAMPLES],
      [0, side],
      [SIDE_SAMPLES, side],
    ] as const) {
      const place = placeIn(frame, (x / SIDE_SAMPLES) * frame.width, (y / SIDE_SAMPLES) * frame.height)
      if (look(onPlane(plane, place), out) <= 0) continue
      xs.push(out.x)
      ys.push(out.y)
    }
  const left = Math.max(0, Math.floor(Math.min(...xs)) - EDGE)
  const top = Math.max(0, Math.floor(Math.min(...ys)) - EDGE)
  const width = Math.min(camera.width, Math.ceil(Math.max(...xs)) + EDGE) - left
  const height = Math.min(camera.height, Math.ceil(Math.max(...ys)) + EDGE) - top
  return width > 0 && height > 0 ? { left, top, width, height } : undefined
}

const CHANNELS = 3
/** What the photo doesn't show. */
const OUTSIDE = 128

/** RGB of a part, in pixels of the photo or in larger ones. */
type Pixels = { part: Part; width: number; height: number; rgb: Uint8Array }

/** RGB of the frame, from the pixels around each place by their distance. */
export function straighten({ camera, view, plane }: Photo, pixels: Pixels, frame: Frame): Uint8Array {
  const { part, width, height, rgb } = pixels
  const made = new Uint8Array(frame.width * frame.height * CHANNELS).fill(OUTSIDE)
  const look = project(camera.lens, view)
  const out = { x: 0, y: 0 }
  for (let row = 0; row < frame.height; row += 1)
    for (let column = 0; column < frame.width; column += 1) {
      if (look(onPlane(plane, placeIn(frame, column + 0.5, row + 0.5)), out) <= 0) continue
      const x = ((out.x - part.left) * width) / part.width - 0.5
      const y = ((out.y - part.top) * height) / part.height - 0.5
      if (!(x >= 0 && y >= 0 && x < width - 1 && y < height - 1)) continue
      const [fromX, fromY] = [Math.floor(x), Math.floor(y)]
      const [partX, partY] = [x - fromX, y - fromY]
      const from = (fromY * width + fromX) * CHANNELS
      const to = (row * frame.width + column) * CHANNELS
      for (let channel = 0; channel < CHANNELS; channel += 1) {
        const above = (rgb[from + channel] ?? 0) * (1 - partX) + (rgb[from + CHANNELS + channel] ?? 0) * partX
        const next = from + width * CHANNELS + channel
        const below = (rgb[next] ?? 0) * (1 - partX) + (rgb[next + CHANNELS] ?? 0) * partX
        made[to + channel] = Math.round(above * (1 - partY) + below * partY)
      }
    }
  return made
}
