// A field seen from above: plants come up, close their rows and turn yellow, each genotype in its way.
import { COLUMNS, DEMO_PLOTS, FIELD, MARGIN, PITCH, PLOT, RANGES } from './demo-plots.ts'

const ROWS_PER_PLOT = 3
const ROW_SPACING = PLOT.width / ROWS_PER_PLOT

type Colour = readonly [red: number, green: number, blue: number]
const SOIL: Colour = [158, 130, 102]
const LEAF: Colour = [66, 124, 44]
const PALE: Colour = [112, 148, 62]
const RIPE: Colour = [178, 146, 94]

/** What stands at a place. */
type Place = { isPlant: boolean; paleness: number; ripeness: number; height: number; light: number }
const BARE = { isPlant: false, paleness: 0, ripeness: 0, height: 0 }

/** Looks at places of the field, in metres from its lower left corner, so many days after planting. */
function createLook(days: number) {
  const plots = DEMO_PLOTS.map(({ entry, row, column }) => {
    const fertility = 1 + 0.09 * Math.sin(column / 2.4) + 0.05 * Math.cos(row * 1.3)
    const vigour = (0.82 + 0.3 * chance(entry, 1)) * fertility
    const grown = logistic((days * vigour - 40) / 8)
    const ripensAt = 96 + 22 * chance(entry, 2) + 3 * (fertility - 1) * 10
    return {
      halfWidth: days < 6 ? 0 : 0.02 + (ROW_SPACING / 2 - 0.03 + 0.06 * chance(entry, 4)) * grown,
      height: (0.55 + 0.4 * chance(entry, 3)) * fertility * grown,
      paleness: 0.7 * chance(entry, 5),
      ripeness: logistic((days - ripensAt) / 4),
    }
  })
  return (x: number, y: number): Place => {
    const light = 0.8 + 0.16 * noise(x * 9, y * 9, 7) + 0.1 * noise(x * 40, y * 40, 8) + 0.14 * noise(x / 5, y / 5, 11)
    const plot = plots[plotAt(x, y)]
    if (!plot) return { ...BARE, light }
    const across = (x - MARGIN - (PITCH.x - PLOT.width) / 2) % PITCH.x
    const fromRow = Math.abs((across % ROW_SPACING) - ROW_SPACING / 2)
    const edge = plot.halfWidth + 0.07 * (noise(x * 14, y * 14, 3) - 0.5)
    const isPlant = plot.halfWidth > 0 && fromRow < edge && noise(x * 30, y * 30, 4) > 0.06
    if (!isPlant) return { ...BARE, light: 0.9 * light }
    const { paleness, ripeness, height } = plot
    return { isPlant, paleness, ripeness, height, light: light * (1.08 - 1.1 * fromRow) }
  }
}

/** The place of a plot among all, -1 between them. */
function plotAt(x: number, y: number): number {
  const [column, range] = [Math.floor((x - MARGIN) / PITCH.x), Math.floor((y - MARGIN) / PITCH.y)]
  if (column < 0 || column >= COLUMNS || range < 0 || range >= RANGES) return -1
  const at = range * COLUMNS + column
  const plot = DEMO_PLOTS[at]
  const isInside =
    plot && x >= plot.left && x < plot.left + PLOT.width && y >= plot.bottom && y < plot.bottom + PLOT.length
  return isInside ? at : -1
}

export const sizeAt = (gsd: number) => ({
  width: Math.round(FIELD.width / gsd),
  height: Math.round(FIELD.height / gsd),
})

/** RGBA, north up. */
export function drawPhoto(days: number, gsd: number): Uint8Array {
  const { width, height } = sizeAt(gsd)
  const look = createLook(days)
  const pixels = new Uint8Array(width * height * 4)
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [((at % width) + 0.5) * gsd, FIELD.height - (Math.floor(at / width) + 0.5) * gsd]
    const place = look(x, y)
    for (const band of BANDS)
      pixels[at * 4 + band] = place.light * (place.isPlant ? plantColour(place, band) : SOIL[band])
    pixels[at * 4 + 3] = 255
  }
  return pixels
}

const BANDS = [0, 1, 2] as const

function plantColour({ paleness, ripeness }: Place, band: (typeof BANDS)[number]): number {
  const leaf = LEAF[band] + (PALE[band] - LEAF[band]) * paleness
  return leaf + (RIPE[band] - leaf) * ripeness
}

/** The surface in metres, north up. A flight placed by GPS alone lies too high or too low, and leans; the ground has neither. */
export function drawSurface(days: number, gsd: number): Float32Array {
  const { width, height } = sizeAt(gsd)
  const look = createLook(days)
  const [lift, lean] = days < 0 ? [0, 0] : [0.15 * (chance(days, 5) - 0.5), 0.006 * (chance(days, 6) - 0.5)]
  return Float32Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [((at % width) + 0.5) * gsd, FIELD.height - (Math.floor(at / width) + 0.5) * gsd]
    const ground = 351 + 0.01 * x - 0.006 * y + 0.012 * (noise(x * 6, y * 6, 9) - 0.5)
    const plant = look(x, y)
    return ground + lift + lean * x + plant.height * (0.8 + 0.25 * noise(x * 12, y * 12, 10))
  })
}

const logistic = (value: number): number => 1 / (1 + Math.exp(-value))

/** From 0 to 1, always the same for the same numbers. */
function chance(a: number, b: number, seed = 0): number {
  let hash = Math.imul(a | 0, 0x9e37_79b1) ^ Math.imul(b | 0, 0x85eb_ca77) ^ Math.imul(seed + 1, 0xc2b2_ae3d)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a_2d39)
  return ((hash ^ (hash >>> 15)) >>> 0) / 0x1_0000_0000
}

const mix = (from: number, to: number, part: number): number => from + (to - from) * part * part * (3 - 2 * part)

/** From 0 to 1, smooth between whole numbers. */
function noise(x: number, y: number, seed: number): number {
  const [left, bottom] = [Math.floor(x), Math.floor(y)]
  const [dx, dy] = [x - left, y - bottom]
  return mix(
    mix(chance(left, bottom, seed), chance(left + 1, bottom, seed), dx),
    mix(chance(left, bottom + 1, seed), chance(left + 1, bottom + 1, seed), dx),
    dy,
  )
}
