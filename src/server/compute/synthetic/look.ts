// A field seen from above: plants come up, close their rows and turn yellow, each genotype in its way.
import type { Crop } from './crops.ts'
import { chance, noise } from './noise.ts'
import { plotsOf, type SyntheticPlot } from './plots.ts'

/** What stands at a place. Heights in metres above even ground, ridges with them. */
type Place = { covers: 'soil' | 'grass' | 'plant'; paleness: number; ripeness: number; height: number; light: number }
const BARE = { covers: 'soil', paleness: 0, ripeness: 0, height: 0 } as const

const GRASS_HEIGHT = 0.06

/** Looks at places of the field, in metres from its lower left corner, so many days after planting. */
export function createLook(crop: Crop, days: number): (x: number, y: number) => Place {
  const { plot, pitch, margin, reach } = crop
  const plots = plotsOf(crop).map((of) => standOf(crop, of, days))
  const plotAt = createPlotAt(crop)
  const spacing = plot.width / crop.rows
  const grassAt = createGrassAt(crop)
  return (x, y) => {
    const light = 0.8 + 0.16 * noise(x * 9, y * 9, 7) + 0.1 * noise(x * 40, y * 40, 8) + 0.14 * noise(x / 5, y / 5, 11)
    const stand = plots[plotAt(x, y)]
    const isInField = x > margin && x < margin + crop.columns * pitch.x
    const ridge = isInField && crop.ridge ? ridgeAt(crop.ridge, (x - margin) / spacing) : { height: 0, light: 1 }
    const ground = (shade: number): Place =>
      grassAt(x, y)
        ? { ...BARE, covers: 'grass', height: GRASS_HEIGHT, light: light * shade }
        : { ...BARE, height: ridge.height, light: light * shade * ridge.light }
    if (!stand) return ground(1)
    const across = (x - margin - (pitch.x - plot.width) / 2) % pitch.x
    const row = Math.floor(across / spacing)
    const fromRow = Math.abs(across - (row + 0.5) * spacing)
    const wide = (reach.least + reach.spread) * 0.3
    const rough = wide * (noise(x * 14, y * 14, 3) - 0.5)
    const away = crop.plants === null ? fromRow : fromPlant(crop, { fromRow, y, row: row + 97 * stand.place })
    const isPlant = stand.reach > 0 && away < stand.reach + rough && noise(x * 30, y * 30, 4) > 0.06
    if (!isPlant) return ground(0.9)
    const { paleness, ripeness, height } = stand
    const dome = crop.plants === null ? 1.08 - 1.1 * fromRow : 1.12 - 0.45 * (away / Math.max(stand.reach, 0.05)) ** 2
    return { covers: 'plant', paleness, ripeness, height: height + ridge.height, light: light * dome }
  }
}

/** What stands on a plot. */
function standOf(crop: Crop, { entry, row, column }: SyntheticPlot, days: number) {
  const fertility = 1 + 0.09 * Math.sin(column / 2.4) + 0.05 * Math.cos(row * 1.3)
  const vigour = (0.82 + 0.3 * chance(entry, 1)) * fertility
  const grown = logistic((days * vigour - crop.growth.half) / crop.growth.days)
  const ripensAt = crop.ripening.earliest + crop.ripening.spread * chance(entry, 2) + 30 * (fertility - 1)
  return {
    place: row * crop.columns + column,
    reach: days < 6 ? 0 : 0.02 + (crop.reach.least + crop.reach.spread * chance(entry, 4)) * grown,
    height: (crop.height.least + crop.height.spread * chance(entry, 3)) * fertility * grown,
    paleness: 0.7 * chance(entry, 5),
    ripeness: logistic((days - ripensAt) / crop.ripening.days),
  }
}

/** From the nearest plant of a row, in metres. Each stands a little beside its place, and a few did not come up. */
function fromPlant({ plants, habit }: Crop, { fromRow, y, row }: { fromRow: number; y: number; row: number }): number {
  const spacing = plants ?? 1
  const at = Math.round(y / spacing)
  let nearest = Number.POSITIVE_INFINITY
  for (let plant = at - 1; plant <= at + 1; plant += 1) {
    if (chance(plant, row, 21) < 0.03) continue
    const along = y - (plant + 0.25 * (chance(plant, row, 20) - 0.5)) * spacing
    const away = habit === 'trellis' ? Math.hypot(fromRow, along / 1.9) : Math.hypot(fromRow, along)
    const turn = Math.atan2(along, fromRow) + 3 * chance(plant, row, 22)
    nearest = Math.min(nearest, habit === 'leaves' ? away / (0.3 + 0.7 * Math.cos(2 * turn) ** 2) : away)
  }
  return nearest
}

/** Its height in metres, and its light: the sun stands in the east. */
function ridgeAt(height: number, rows: number) {
  const turn = 2 * Math.PI * (rows - 0.5)
  return { height: (height * (1 + Math.cos(turn))) / 2, light: 0.94 - 0.22 * Math.sin(turn) }
}

/** Every second lane between rows has grass, and the land around them. */
function createGrassAt({ hasGrass, margin, pitch, columns }: Crop): (x: number, y: number) => boolean {
  if (!hasGrass) return () => false
  return (x, y) => {
    const lanes = (x - margin) / pitch.x
    const isAround = lanes < 0 || lanes > columns
    const fromLane = Math.abs(lanes - Math.round(lanes)) * pitch.x
    const isLane = Math.round(lanes) % 2 === 0 && fromLane < 0.62 + 0.16 * (noise(x * 6, y * 6, 31) - 0.5)
    return (isAround || isLane) && noise(x * 11, y * 11, 30) > 0.2
  }
}

/** The place of a plot among all, -1 between them. */
function createPlotAt(crop: Crop): (x: number, y: number) => number {
  const { margin, pitch, columns, ranges, plot } = crop
  const plots = plotsOf(crop)
  return (x, y) => {
    const [column, range] = [Math.floor((x - margin) / pitch.x), Math.floor((y - margin) / pitch.y)]
    if (column < 0 || column >= columns || range < 0 || range >= ranges) return -1
    const at = range * columns + column
    const found = plots[at]
    const isInside =
      found && x >= found.left && x < found.left + plot.width && y >= found.bottom && y < found.bottom + plot.length
    return isInside ? at : -1
  }
}

const logistic = (value: number): number => 1 / (1 + Math.exp(-value))
