// A model that COLMAP wrote: cameras.bin, images.bin and points3D.bin. https://colmap.github.io/format.html
// What it says is bounded and checked: a program of its own wrote it, from photos of anyone.
import { type Camera, type Reconstruction, rotationOf, type TiePoints, type View } from './model.ts'

export class UnreadableReconstruction extends Error {
  override name = 'UnreadableReconstruction'
}

export type ColmapFiles = { cameras: Uint8Array; images: Uint8Array; points: Uint8Array }

const OPENCV = 4
const [CAMERAS_MAX, VIEWS_MAX, POINTS_MAX] = [1000, 1000, 5_000_000]
const [FEATURES_MAX, TRACK_MAX, NAME_MAX] = [100_000, 10_000, 500]

export function readColmap(files: ColmapFiles): Reconstruction {
  const { cameras, indexes } = readCameras(files.cameras)
  const { views, features } = readImages(files.images, indexes)
  return { cameras, views, points: readPoints(files.points, features) }
}

function check(value: number, max: number): number {
  if (!(value <= max)) throw new UnreadableReconstruction('A file of the reconstruction counts more than it may.')
  return value
}

function cursorOf(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const take = (size: number): number => {
    if (at + size > bytes.length) throw new UnreadableReconstruction('A file of the reconstruction is cut off.')
    at += size
    return at - size
  }
  return {
    uint8: () => view.getUint8(take(1)),
    uint32: () => view.getUint32(take(4), true),
    count: (max: number) => check(Number(view.getBigUint64(take(8), true)), max),
    skip: (size: number) => void take(size),
    double: () => {
      const value = view.getFloat64(take(8), true)
      if (!Number.isFinite(value)) throw new UnreadableReconstruction('A number of the reconstruction is not finite.')
      return value
    },
    text: (max: number) => {
      const end = bytes.indexOf(0, at)
      check(end < 0 ? Number.NaN : end - at, max)
      const text = new TextDecoder().decode(bytes.subarray(at, end))
      take(end - at + 1)
      return text
    },
  }
}

function readCameras(bytes: Uint8Array) {
  const from = cursorOf(bytes)
  const indexes = new Map<number, number>()
  const cameras = Array.from({ length: from.count(CAMERAS_MAX) }, (_, index): Camera => {
    indexes.set(from.uint32(), index)
    if (from.uint32() !== OPENCV) throw new UnreadableReconstruction('A camera has an unknown model.')
    const [width, height] = [from.count(1e5), from.count(1e5)]
    const [fx, fy, x, y] = [from.double(), from.double(), from.double(), from.double()]
    const [k1, k2, p1, p2] = [from.double(), from.double(), from.double(), from.double()]
    return { width, height, lens: { focal: (fx + fy) / 2, x, y, k1, k2, p1, p2 } }
  })
  return { cameras, indexes }
}

type Features = Map<number, { view: number; pixels: Float64Array }>

function readImages(bytes: Uint8Array, cameras: Map<number, number>) {
  const from = cursorOf(bytes)
  const features: Features = new Map()
  const views = Array.from({ length: from.count(VIEWS_MAX) }, (_, view): View => {
    const id = from.uint32()
    const w = from.double()
    const rotation = rotationOf(w, [from.double(), from.double(), from.double()])
    const [x, y, z] = [from.double(), from.double(), from.double()]
    const camera = cameras.get(from.uint32())
    if (camera === undefined) throw new UnreadableReconstruction('A photo has an unknown camera.')
    const name = from.text(NAME_MAX)
    const pixels = new Float64Array(2 * from.count(FEATURES_MAX))
    for (let at = 0; at < pixels.length; at += 2) {
      pixels[at] = from.double()
      pixels[at + 1] = from.double()
      from.skip(8)
    }
    features.set(id, { view, pixels })
    const r = rotation
    const centre: View['centre'] = [
      -(r[0] * x + r[3] * y + r[6] * z),
      -(r[1] * x + r[4] * y + r[7] * z),
      -(r[2] * x + r[5] * y + r[8] * z),
    ]
    return { name, camera, rotation, centre }
  })
  return { views, features }
}

function readPoints(bytes: Uint8Array, features: Features): TiePoints {
  const from = cursorOf(bytes)
  const count = from.count(POINTS_MAX)
  const positions = new Float64Array(count * 3)
  const colours = new Uint8Array(count * 3)
  const starts = new Uint32Array(count + 1)
  const [views, pixels]: [number[], number[]] = [[], []]
  for (let point = 0; point < count; point += 1) {
    from.skip(8)
    for (let axis = 0; axis < 3; axis += 1) positions[point * 3 + axis] = from.double()
    for (let band = 0; band < 3; band += 1) colours[point * 3 + band] = from.uint8()
    from.skip(8)
    for (let left = from.count(TRACK_MAX); left > 0; left -= 1) {
      const seen = features.get(from.uint32())
      const at = from.uint32() * 2
      const [x, y] = [seen?.pixels[at], seen?.pixels[at + 1]]
      if (!seen || x === undefined || y === undefined)
        throw new UnreadableReconstruction('A point is seen in an unknown place.')
      views.push(seen.view)
      pixels.push(x, y)
    }
    starts[point + 1] = views.length
  }
  return { count, positions, colours, starts, views: Uint32Array.from(views), pixels: Float64Array.from(pixels) }
}
