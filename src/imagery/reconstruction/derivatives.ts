// Where a photo shows a point, less where it was found, and how that changes with the view, the lens and the point.
import { type Lens, sweptAt, type TiePoints, type View } from './model.ts'

/** In pixels. Those of `x` and of `y` follow one another: of the view (turn, place), of the lens, of the point. Used again by the next call. */
export type Derivatives = { x: number; y: number; view: Float64Array; lens: Float64Array; point: Float64Array }

/** Answers undefined for a point behind the camera. */
export function derive(lens: Lens, { rotation: r, centre: c, speed }: View) {
  const { focal, k1, k2, p1, p2, sweep = 0 } = lens
  const out: Derivatives = {
    x: 0,
    y: 0,
    view: new Float64Array(12),
    lens: new Float64Array(16),
    point: new Float64Array(6),
  }
  const { view, lens: ofLens, point: ofPoint } = out
  return ({ positions, pixels }: TiePoints, point: number, observation: number): Derivatives | undefined => {
    const part = speed ? sweptAt(lens, pixels[observation * 2 + 1] ?? 0) : 0
    const x = (positions[point * 3] ?? 0) - c[0] - part * sweep * (speed?.[0] ?? 0)
    const y = (positions[point * 3 + 1] ?? 0) - c[1] - part * sweep * (speed?.[1] ?? 0)
    const z = (positions[point * 3 + 2] ?? 0) - c[2] - part * sweep * (speed?.[2] ?? 0)
    const across = r[0] * x + r[1] * y + r[2] * z
    const down = r[3] * x + r[4] * y + r[5] * z
    const depth = r[6] * x + r[7] * y + r[8] * z
    if (!(depth > 1e-6)) return undefined
    const u = across / depth
    const v = down / depth
    const square = u * u + v * v
    const radial = 1 + square * (k1 + square * k2)
    const bentU = u * radial + 2 * p1 * u * v + p2 * (square + 2 * u * u)
    const bentV = v * radial + p1 * (square + 2 * v * v) + 2 * p2 * u * v
    out.x = focal * bentU + lens.x - (pixels[observation * 2] ?? 0)
    out.y = focal * bentV + lens.y - (pixels[observation * 2 + 1] ?? 0)
    // Of the bent directions by the straight ones.
    const slope = 2 * (k1 + 2 * k2 * square)
    const uu = focal * (radial + u * u * slope + 2 * p1 * v + 6 * p2 * u)
    const uv = focal * (u * v * slope + 2 * p1 * u + 2 * p2 * v)
    const vv = focal * (radial + v * v * slope + 6 * p1 * v + 2 * p2 * u)
    for (let row = 0; row < 2; row += 1) {
      const byU = (row === 0 ? uu : uv) / depth
      const byV = (row === 0 ? uv : vv) / depth
      const byDepth = -(byU * u + byV * v)
      view[row * 6] = byDepth * down - byV * depth
      view[row * 6 + 1] = byU * depth - byDepth * across
      view[row * 6 + 2] = byV * across - byU * down
      let bySweep = 0
      for (let axis = 0; axis < 3; axis += 1) {
        const by = byU * (r[axis] ?? 0) + byV * (r[3 + axis] ?? 0) + byDepth * (r[6 + axis] ?? 0)
        ofPoint[row * 3 + axis] = by
        view[row * 6 + 3 + axis] = -by
        bySweep -= by * part * (speed?.[axis] ?? 0)
      }
      const [own, other] = row === 0 ? [u, v] : [v, u]
      const start = row * 8
      ofLens[start] = row === 0 ? bentU : bentV
      ofLens[start + 1] = 1 - row
      ofLens[start + 2] = row
      ofLens[start + 3] = focal * own * square
      ofLens[start + 4] = focal * own * square * square
      ofLens[start + 5 + row] = focal * 2 * own * other
      ofLens[start + 6 - row] = focal * (square + 2 * own * own)
      ofLens[start + 7] = bySweep
    }
    return out
  }
}
