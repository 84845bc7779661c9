import { hex, toByte } from './colour.ts'
import { terrain } from './ground.ts'
import type { Picture } from './photo.ts'
import { clamp, octaves, seeded } from './random.ts'
import type { Raster } from './raster.ts'

const NIGHT = hex('#0d1b2a')
const WIDTH = 2000
const HEIGHT = 1500

/** A camera that looks north-east and down on the trial. */
const EYE = { x: -15, y: 26, z: 17 }
const AIM = { x: -2.1, y: 1.6, z: 0.6 }
const FOCAL = 1640
const TALLER = 1.25

type Seen = { column: number; row: number; far: number }

const forward = unit({ x: AIM.x - EYE.x, y: AIM.y - EYE.y, z: AIM.z - EYE.z })
const right = unit({ x: -forward.y, y: forward.x, z: 0 })
// y runs south, so that these axes are left-handed and the product is taken the other way round.
const up = {
  x: right.z * forward.y - right.y * forward.z,
  y: right.x * forward.z - right.z * forward.x,
  z: right.y * forward.x - right.x * forward.y,
}

type Point = { x: number; y: number; z: number }

function unit(way: Point): Point {
  const length = Math.hypot(way.x, way.y, way.z)
  return { x: way.x / length, y: way.y / length, z: way.z / length }
}

const dot = (a: Point, b: Point): number => a.x * b.x + a.y * b.y + a.z * b.z

export function project(point: Point): Seen {
  const away = { x: point.x - EYE.x, y: point.y - EYE.y, z: point.z - EYE.z }
  const far = dot(away, forward)
  return {
    column: WIDTH / 2 + (FOCAL * dot(away, right)) / far,
    row: HEIGHT * 0.5 - (FOCAL * dot(away, up)) / far,
    far,
  }
}

/** Ground level at a point of the oblique view. */
export const level = (x: number, y: number): number => (terrain(x, y) - 1.3) * 0.8

type Cloud = { data: Buffer; depth: Float32Array }

function dab(cloud: Cloud, seen: Seen, colour: readonly number[]): void {
  const size = clamp(46 / seen.far, 1.2, 4)
  for (let row = Math.round(seen.row); row < seen.row + size; row += 1) {
    for (let column = Math.round(seen.column); column < seen.column + size; column += 1) {
      if (row < 0 || column < 0 || row >= HEIGHT || column >= WIDTH) continue
      const pixel = row * WIDTH + column
      if (seen.far > (cloud.depth[pixel] ?? 0)) continue
      cloud.depth[pixel] = seen.far
      for (let band = 0; band < 3; band += 1) cloud.data[pixel * 3 + band] = toByte(colour[band] ?? 0)
    }
  }
}

/** How likely a point was reconstructed: the cloud frays towards its edge. */
function density(raster: Raster, x: number, y: number): number {
  const { window } = raster
  const inside = Math.min(x - window.x, window.x + window.width - x, y - window.y, window.y + window.height - y)
  const ragged = inside - octaves(x / 1.6, y / 1.6, 4) * 3.4
  return clamp(ragged / 1.6 + 0.35)
}

/** The trial as a cloud of points in perspective, on a dark ground. */
export function cloudOf(raster: Raster): Picture {
  const cloud: Cloud = {
    data: Buffer.alloc(WIDTH * HEIGHT * 3),
    depth: new Float32Array(WIDTH * HEIGHT).fill(Infinity),
  }
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel += 1) cloud.data.set(NIGHT.map(toByte), pixel * 3)
  const next = seeded(3)
  const { window, columns, rows } = raster
  for (let pixel = 0; pixel < columns * rows; pixel += 1) {
    const x = window.x + (pixel % columns) / window.pixelsPerMetre
    const y = window.y + Math.floor(pixel / columns) / window.pixelsPerMetre
    if (next() > density(raster, x, y)) continue
    const height = (raster.height[pixel] ?? 0) * TALLER
    const ground = level(x, y)
    const colour = [0, 1, 2].map((band) => (raster.light[pixel * 3 + band] ?? 0) * 1.15)
    dab(cloud, project({ x, y, z: ground + height }), colour)
    for (let below = height - 0.05; below > Math.max(0.06, height - 0.3); below -= 0.05) {
      const dim = 0.45 + 0.55 * (below / height) - 0.25
      dab(
        cloud,
        project({ x, y, z: ground + below }),
        colour.map((share) => share * dim),
      )
    }
  }
  return { data: cloud.data, width: WIDTH, height: HEIGHT }
}

const ELEVATION = 6.4

/** Where the camera was for each photo: small frames on dotted flight lines above the cloud. */
export function stationSheet(): Buffer {
  const marks: string[] = []
  for (let line = 0; line < 4; line += 1) {
    const y = -8 + line * 4.6
    const stations = Array.from({ length: 7 }, (_, place) => -11 + place * 3.7)
    const path = stations
      .map((x) => project({ x, y, z: ELEVATION }))
      .map(({ column, row }) => `${column.toFixed(0)},${row.toFixed(0)}`)
    marks.push(
      `<polyline points="${path.join(' ')}" fill="none" stroke="#c9c873" stroke-width="2.5" stroke-dasharray="2 9" stroke-linecap="round"/>`,
    )
    for (const x of stations) marks.push(station(x, y))
  }
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${marks.join('')}</svg>`,
  )
}

function station(x: number, y: number): string {
  const tip = project({ x, y, z: ELEVATION })
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([side = 0, end = 0]) => project({ x: x + side * 0.62, y: y + end * 0.46, z: ELEVATION - 0.75 }))
  const frame = corners.map(({ column, row }) => `${column.toFixed(1)},${row.toFixed(1)}`).join(' ')
  const rays = corners.map(
    ({ column, row }) => `M${tip.column.toFixed(1)} ${tip.row.toFixed(1)}L${column.toFixed(1)} ${row.toFixed(1)}`,
  )
  return `<g fill="#f3e9d2" fill-opacity="0.16" stroke="#f3e9d2" stroke-width="2" stroke-linejoin="round"><polygon points="${frame}"/><path d="${rays.join('')}"/></g>`
}
