// Cameras, views and tie points, as they come from matching photos and as the adjustment changes them.

/** In pixels of the photo: focal length and centre; radial (k1, k2) and tangential (p1, p2) distortion as OpenCV defines them. */
export type Lens = {
  focal: number
  x: number
  y: number
  k1: number
  k2: number
  p1: number
  p2: number
  /** Seconds from the first row to the last one, which a rolling shutter takes; none is 0. Negative where rows are read upwards. */
  sweep?: number
}

/** Photos of one size by one lens. */
export type Camera = { width: number; height: number; lens: Lens }

export type Vector = [number, number, number]
/** Of a rotation, row by row. */
export type Matrix = [number, number, number, number, number, number, number, number, number]

/** A photo in space. Its rotation turns directions of the ground into those of the camera: right, down, forward. */
export type View = {
  name: string
  camera: number
  rotation: Matrix
  /** Where the middle row was taken. */
  centre: Vector
  /** Metres in a second; not known where it is left out. */
  speed?: Vector
}

/** Points on the ground and where photos show them. Observations of point `p` are those from `starts[p]` to `starts[p + 1]`. */
export type TiePoints = {
  count: number
  /** Three numbers of each point. */
  positions: Float64Array
  colours: Uint8Array
  starts: Uint32Array
  /** Of each observation, the index of its view. */
  views: Uint32Array
  /** Two of each observation; the centre of the first pixel is at 0.5. */
  pixels: Float64Array
}

export type Reconstruction = { cameras: Camera[]; views: View[]; points: TiePoints }

/** How far a camera has moved at a row since the middle one, as a part of its way in all rows. */
export const sweptAt = ({ y }: Lens, row: number): number => (row - y) / (2 * y)

/** Writes the pixel of a place to `out` and answers how deep it lies in front of the camera; at 0 or less it is not seen. */
export function project(lens: Lens, { rotation: r, centre: c, speed }: View) {
  const { focal, x: centreX, y: centreY, k1, k2, p1, p2, sweep = 0 } = lens
  const from = (part: number, at: Vector, out: { x: number; y: number }): number => {
    const moved = speed ? part * sweep : 0
    const x = at[0] - c[0] - moved * (speed?.[0] ?? 0)
    const y = at[1] - c[1] - moved * (speed?.[1] ?? 0)
    const z = at[2] - c[2] - moved * (speed?.[2] ?? 0)
    const depth = r[6] * x + r[7] * y + r[8] * z
    const u = (r[0] * x + r[1] * y + r[2] * z) / depth
    const v = (r[3] * x + r[4] * y + r[5] * z) / depth
    const square = u * u + v * v
    const radial = 1 + square * (k1 + square * k2)
    out.x = focal * (u * radial + 2 * p1 * u * v + p2 * (square + 2 * u * u)) + centreX
    out.y = focal * (v * radial + p1 * (square + 2 * v * v) + 2 * p2 * u * v) + centreY
    return depth
  }
  // The row says from where it was taken, and that hardly changes the row.
  return (at: Vector, out: { x: number; y: number }): number => {
    const depth = from(0, at, out)
    return speed && sweep !== 0 && depth > 0 ? from(sweptAt(lens, out.y), at, out) : depth
  }
}

/** The same lens for photos of another size. */
export const scaleLens = (lens: Lens, scale: number): Lens => ({
  ...lens,
  focal: lens.focal * scale,
  x: lens.x * scale,
  y: lens.y * scale,
})

export const positionOf = ({ positions }: TiePoints, point: number): Vector => [
  positions[point * 3] ?? 0,
  positions[point * 3 + 1] ?? 0,
  positions[point * 3 + 2] ?? 0,
]

export const multiply = (a: Matrix, b: Matrix): Matrix => [
  a[0] * b[0] + a[1] * b[3] + a[2] * b[6],
  a[0] * b[1] + a[1] * b[4] + a[2] * b[7],
  a[0] * b[2] + a[1] * b[5] + a[2] * b[8],
  a[3] * b[0] + a[4] * b[3] + a[5] * b[6],
  a[3] * b[1] + a[4] * b[4] + a[5] * b[7],
  a[3] * b[2] + a[4] * b[5] + a[5] * b[8],
  a[6] * b[0] + a[7] * b[3] + a[8] * b[6],
  a[6] * b[1] + a[7] * b[4] + a[8] * b[7],
  a[6] * b[2] + a[7] * b[5] + a[8] * b[8],
]

export const transpose = (m: Matrix): Matrix => [m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]]

export const rotate = (m: Matrix, [x, y, z]: Vector): Vector => [
  m[0] * x + m[1] * y + m[2] * z,
  m[3] * x + m[4] * y + m[5] * z,
  m[6] * x + m[7] * y + m[8] * z,
]

/** Of a quaternion, of any length but 0. */
export function rotationOf(w: number, [x, y, z]: Vector): Matrix {
  const scale = 2 / (w * w + x * x + y * y + z * z)
  return [
    1 - scale * (y * y + z * z),
    scale * (x * y - w * z),
    scale * (x * z + w * y),
    scale * (x * y + w * z),
    1 - scale * (x * x + z * z),
    scale * (y * z - w * x),
    scale * (x * z - w * y),
    scale * (y * z + w * x),
    1 - scale * (x * x + y * y),
  ]
}

/** About an axis, by its length in radians. */
export function turnBy(axis: Vector): Matrix {
  const angle = Math.hypot(...axis)
  if (angle < 1e-12) return [1, 0, 0, 0, 1, 0, 0, 0, 1]
  const scale = Math.sin(angle / 2) / angle
  return rotationOf(Math.cos(angle / 2), [axis[0] * scale, axis[1] * scale, axis[2] * scale])
}
