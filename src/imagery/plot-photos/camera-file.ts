// Where the photos of a run were taken, in a file for this product and for other programs.
import { MiB } from '#domain/units.ts'
import { type Camera, type Reconstruction, scaleLens, type View } from '../reconstruction/model.ts'
import { type Grid, heightsOf, type Surface } from '../reconstruction/surface.ts'

export const CAMERA_FILE = 'cameras.json'
/** 500 photos have 0.3 MB, and the ground as much. */
export const CAMERA_FILE_BYTES_MAX = MiB(4)
/** Of the longer side of the ground. */
const CELLS_MAX = 200

/** Lengths are in metres: of cameras and ground east and north of `origin`, which is in the coordinate system. */
export type CameraFile = {
  says: string
  epsg: number
  origin: [number, number]
  /** In pixels of the photos as they were taken. */
  cameras: Camera[]
  /** By their names in the archive. */
  photos: View[]
  ground: Grid & { heights: number[] }
}

const SAYS =
  'A point at (x, y, z) in metres from origin is seen by a photo at K(R((x, y, z) - centre)): R is its rotation, row by row, which makes right, down and forward of east, north and up; K is its lens, with k1, k2, p1 and p2 as OpenCV defines them, in pixels from the upper left corner. Rows of a rolling shutter were taken within sweep seconds, at speed in metres in a second, the middle one at centre.'

type Made = {
  epsg: number
  origin: [number, number]
  model: Pick<Reconstruction, 'cameras' | 'views'>
  /** By the name of a view: its photo, and how many pixels of that are one of the view. */
  photos: ReadonlyMap<string, { name: string; scale: number }>
  surface: Surface
}

export function cameraFileOf({ epsg, origin, model: { cameras, views }, photos, surface }: Made): CameraFile {
  const scaleOf = (camera: number) => {
    const view = views.find((one) => one.camera === camera)
    return (view && photos.get(view.name)?.scale) ?? 1
  }
  return {
    says: SAYS,
    epsg,
    origin,
    cameras: cameras.map(({ width, height, lens }, at) => {
      const scale = scaleOf(at)
      return { width: Math.round(width * scale), height: Math.round(height * scale), lens: scaleLens(lens, scale) }
    }),
    photos: views.map((view) => ({ ...view, name: photos.get(view.name)?.name ?? view.name })),
    ground: coarser(surface),
  }
}

/** In whole millimetres. */
function coarser(surface: Surface): CameraFile['ground'] {
  const times = Math.max(1, Math.ceil(Math.max(surface.width, surface.height) / CELLS_MAX))
  const { west, north } = surface
  const cell = surface.cell * times
  const [width, height] = [Math.ceil(surface.width / times), Math.ceil(surface.height / times)]
  const heightAt = heightsOf(surface)
  const heights = Array.from({ length: width * height }, (_, at) =>
    Number(heightAt(west + ((at % width) + 0.5) * cell, north - (Math.floor(at / width) + 0.5) * cell).toFixed(3)),
  )
  return { west, north, cell, width, height, heights }
}
