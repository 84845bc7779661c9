import { blend, type Colour, hex } from './colour.ts'
import { clamp, noise, octaves, smooth } from './random.ts'
import { type Raster, type Surface, setPixel } from './raster.ts'
import { HALF_DEPTH, HALF_LENGTH, rangeAlleys, toTrial } from './trial.ts'

const SOIL = { dark: hex('#8a6d52'), mid: hex('#a98e70'), pale: hex('#cbb597'), straw: hex('#e6d4ae') }
const TRACK = hex('#cdb798')
const TURF = { dark: hex('#59683a'), pale: hex('#8c9455') }
const WHITE = hex('#f2efe6')
const BLACK = hex('#2a2824')

/** The lie of the land in metres, smooth over tens of metres. */
export const terrain = (x: number, y: number): number =>
  octaves(x / 26 + 3.1, y / 26 + 8.4, 3) * 2.4 + x * 0.012 - y * 0.02 + octaves(x / 7, y / 7, 2) * 0.12

/** Where grass verge and farm track take over from the trial field, 0 to 1. */
export function edges(u: number, v: number): { turf: number; track: number } {
  const wander = (octaves(u / 3, v / 3, 3) - 0.5) * 1.1
  const south = v - HALF_DEPTH
  const turf = smooth(1.5, 2.1, south + wander) * (1 - smooth(9, 10, south))
  const track = smooth(2.6, 3.1, south + wander * 0.5) * (1 - smooth(5.5, 6.1, south + wander * 0.5))
  return { turf, track }
}

const groove = (distance: number, half: number): number => 1 - smooth(half * 0.55, half, Math.abs(distance))

/** How deep a wheel has pressed, 0 to 1: pairs of ruts along the alleys and on the track. */
function ruts(u: number, v: number): number {
  const wander = (noise(u / 6, v / 6 + 40) - 0.5) * 0.24
  let depth = 0
  for (const alley of rangeAlleys()) depth = Math.max(depth, 0.55 * groove(v - alley + wander, 0.16))
  for (const side of [-0.62, 0.62]) {
    depth = Math.max(depth, 0.8 * groove(u + side + wander, 0.2))
    depth = Math.max(depth, groove(v - HALF_DEPTH - 4.3 + side * 1.35 + wander, 0.3))
  }
  return depth
}

function soilColour(x: number, y: number): Colour {
  const broad = octaves(x / 5 + 70, y / 5, 4)
  const crumbs = octaves(x * 9, y * 9, 3)
  const fine = noise(x * 42, y * 42)
  let colour = blend(SOIL.mid, SOIL.pale, clamp(broad * 1.3 - 0.2))
  colour = blend(colour, SOIL.dark, clamp((0.5 - crumbs) * 1.6) * 0.8)
  colour = blend(colour, SOIL.pale, clamp((fine - 0.62) * 2) * 0.55)
  const straw = noise(x * 30 + noise(x * 3, y * 3) * 9, y * 9 + 500)
  colour = blend(colour, SOIL.straw, smooth(0.86, 0.95, straw) * 0.75)
  const damp = smooth(0.52, 0.7, octaves(x / 11 + 20, y / 8 + 60, 4))
  const wet = 1 - damp * 0.28
  return [colour[0] * wet, colour[1] * wet, colour[2] * wet * 0.98]
}

/** Ground control targets: checkered plates of 60 cm, one near each corner and one in the middle alley. */
const TARGETS = [
  { u: -HALF_LENGTH - 1.3, v: -HALF_DEPTH + 1.2 },
  { u: HALF_LENGTH + 1.3, v: -HALF_DEPTH + 0.8 },
  { u: -HALF_LENGTH - 1.2, v: HALF_DEPTH - 0.6 },
  { u: HALF_LENGTH + 1.2, v: HALF_DEPTH - 1 },
  { u: 0, v: 2.85 },
]

function target(u: number, v: number): Surface | null {
  for (const plate of TARGETS) {
    const across = u - plate.u
    const along = v - plate.v
    if (Math.abs(across) > 0.3 || Math.abs(along) > 0.3) continue
    return { colour: across * along > 0 ? WHITE : BLACK, height: 0.03, index: 0.1 }
  }
  return null
}

function groundAt(x: number, y: number): Surface {
  const { u, v } = toTrial(x, y)
  const plate = target(u, v)
  if (plate !== null) return plate
  const { turf, track } = edges(u, v)
  const rut = ruts(u, v)
  let colour = soilColour(x, y)
  const grass = blend(TURF.dark, TURF.pale, octaves(x * 2, y * 2, 4))
  colour = blend(colour, grass, turf * (1 - track) * 0.8)
  colour = blend(colour, TRACK, Math.max(track * 0.65, rut * 0.5))
  const clods = (octaves(x * 7, y * 7, 3) - 0.5) * 0.09 * (1 - Math.max(rut, track) * 0.8)
  const drill = Math.sin(u * 2 * Math.PI * 2.3) * 0.006
  return {
    colour,
    height: clods + drill - rut * 0.05,
    index: 0.13 + octaves(x, y, 3) * 0.07 + turf * (1 - track) * 0.22,
  }
}

export function paintGround(raster: Raster): void {
  const { window, columns, rows } = raster
  for (let row = 0; row < rows; row += 1) {
    const y = window.y + row / window.pixelsPerMetre
    for (let column = 0; column < columns; column += 1) {
      setPixel(raster, row * columns + column, groundAt(window.x + column / window.pixelsPerMetre, y))
    }
  }
}
