// Which photos show a plot, and how the ground lies there.
import { createPlaneFit, type Plane } from '../numbers/fit-plane.ts'
import type { Polygon, Position } from '../plots/polygon.ts'
import { reachOf } from '../reconstruction/footprint.ts'
import { type Camera, project, type Vector, type View } from '../reconstruction/model.ts'
import { heightsOf } from '../reconstruction/surface.ts'
import type { CameraFile } from './camera-file.ts'
import { cornersOf, type Frame, frameAround, placeIn } from './frame.ts'

export const onPlane = ({ x, y, z, alongX, alongY }: Plane, [east, north]: Position): Vector => [
  east,
  north,
  z + alongX * (east - x) + alongY * (north - y),
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
  const plane = rough && groundIn(file, rough)
  if (!plane) return undefined
  const showing = photosShowing(file, plot, plane)
  const frame = frameAround(plot, Math.min(...showing.map(({ pixel }) => pixel), ROUGH))
  return frame && { frame, plane, showing }
}

/** In metres. */
const ROUGH = 0.1
const SAMPLES = 9

/** The plane that fits best to the ground in a frame: a surface of single points would make waves. */
function groundIn({ ground }: CameraFile, frame: Frame): Plane | undefined {
  const heightAt = heightsOf({ ...ground, heights: Float32Array.from(ground.heights) })
  const fit = createPlaneFit()
  for (let sample = 0; sample < SAMPLES ** 2; sample += 1) {
    const [column, row] = [sample % SAMPLES, Math.floor(sample / SAMPLES)]
    const place = placeIn(frame, ((column + 0.5) / SAMPLES) * frame.width, ((row + 0.5) / SAMPLES) * frame.height)
    fit.add(...place, heightAt(...place))
  }
  return fit.plane()
}

function photosShowing({ cameras, photos }: CameraFile, plot: Polygon, plane: Plane): Showing[] {
  const outline = cornersOf(plot)
  const middle: Position = [plane.x, plane.y]
  const out = { x: 0, y: 0 }
  return photos
    .flatMap((view): Showing[] => {
      const camera = cameras[view.camera]
      const away = Math.hypot(middle[0] - view.centre[0], middle[1] - view.centre[1])
      // Beyond, a lens may bend rays back into its photo.
      if (!camera || away > reachOf(camera, view, plane.z)) return []
      const look = project(camera.lens, view)
      const sees = (place: Position): number => {
        const depth = look(onPlane(plane, place), out)
        return Math.min(out.x, out.y, camera.width - out.x, camera.height - out.y) < 0 ? 0 : depth
      }
      const depth = sees(middle)
      if (depth <= 0) return []
      const degrees = (Math.atan2(away, view.centre[2] - plane.z) * 180) / Math.PI
      const isWhole = outline.every((place) => sees(place) > 0)
      return [{ view, camera, degrees, isWhole, pixel: depth / camera.lens.focal }]
    })
    .toSorted((one, other) => one.degrees - other.degrees)
}
