// Which photos show a plot, and how the ground lies there.
import { openRing, type Polygon, type Position } from '../plots/polygon.ts'
import { reachOf } from '../reconstruction/footprint.ts'
import { type Camera, project, type Vector, type View } from '../reconstruction/model.ts'
import { heightsOf } from '../reconstruction/surface.ts'
import type { CameraFile } from './camera-file.ts'
import { type Frame, frameAround, pixelOf, placeIn } from './frame.ts'

/** The ground around a place: its height there in metres, and by how much it rises for a metre east and north. */
export type Plane = { place: Position; height: number; east: number; north: number }

export const onPlane = ({ place, height, east, north }: Plane, [x, y]: Position): Vector => [
  x,
  y,
  height + east * (x - place[0]) + north * (y - place[1]),
]

export type Showing = {
  view: View
  camera: Camera
  /** How far from straight down it looks at the middle of the plot. */
  degrees: number
  /** It shows the whole plot, and not a part with its middle. */
  isWhole: boolean
  /** Of a pixel on the ground, in metres. */
  pixel: number
}

export type PlotPhotos = { frame: Frame; plane: Plane; showing: Showing[] }

/** Of a plot in metres from the origin of the file: its picture, and the photos that show its middle, straightest down first. */
export function photosOfPlot(file: CameraFile, plot: Polygon): PlotPhotos | undefined {
  const rough = frameAround(plot, ROUGH)
  if (!rough) return undefined
  const plane = groundIn(file, rough)
  const showing = photosShowing(file, plot, plane)
  const frame = frameAround(plot, Math.min(...showing.map(({ pixel }) => pixel), ROUGH))
  return frame && { frame, plane, showing }
}

/** In metres. */
const ROUGH = 0.1
const SAMPLES = 9

/** The plane that fits best to the ground in a frame: a surface of single points would make waves. */
function groundIn({ ground }: CameraFile, frame: Frame): Plane {
  const heightAt = heightsOf({ ...ground, heights: Float32Array.from(ground.heights) })
  const { across, down, width, height } = frame
  const steps = Array.from({ length: SAMPLES }, (_, at) => (at + 0.5) / SAMPLES - 0.5)
  let [sum, alongX, alongY, squares] = [0, 0, 0, 0]
  for (const y of steps)
    for (const x of steps) {
      const z = heightAt(...placeIn(frame, (x + 0.5) * width, (y + 0.5) * height))
      sum += z
      alongX += x * z
      alongY += y * z
      squares += x * x
    }
  const perMetre = squares * pixelOf(frame) ** 2
  const [slopeX, slopeY] = [alongX / width / perMetre, alongY / height / perMetre]
  return {
    place: placeIn(frame, width / 2, height / 2),
    height: sum / SAMPLES ** 2,
    east: slopeX * across[0] + slopeY * down[0],
    north: slopeX * across[1] + slopeY * down[1],
  }
}

function photosShowing({ cameras, photos }: CameraFile, plot: Polygon, plane: Plane): Showing[] {
  const outline = plot.flatMap(([outer = []]) => openRing(outer))
  const { place: middle, height } = plane
  const out = { x: 0, y: 0 }
  return photos
    .flatMap((view): Showing[] => {
      const camera = cameras[view.camera]
      const away = Math.hypot(middle[0] - view.centre[0], middle[1] - view.centre[1])
      // Beyond, a lens may bend rays back into its photo.
      if (!camera || away > reachOf(camera, view, height)) return []
      const look = project(camera.lens, view)
      const sees = (place: Position): number => {
        const depth = look(onPlane(plane, place), out)
        return Math.min(out.x, out.y, camera.width - out.x, camera.height - out.y) < 0 ? 0 : depth
      }
      const depth = sees(middle)
      if (depth <= 0) return []
      const degrees = (Math.atan2(away, view.centre[2] - height) * 180) / Math.PI
      const isWhole = outline.every((place) => sees(place) > 0)
      return [{ view, camera, degrees, isWhole, pixel: depth / camera.lens.focal }]
    })
    .toSorted((one, other) => one.degrees - other.degrees)
}
