import { blend, type Colour, hex } from './colour.ts'
import { edges } from './ground.ts'
import { clamp, mix, octaves, seeded } from './random.ts'
import { type Raster, setPixel } from './raster.ts'
import {
  HALF_DEPTH,
  HALF_LENGTH,
  PLOT_LENGTH,
  type Plot,
  ROW_SPACING,
  ROWS_PER_PLOT,
  toGround,
  toTrial,
} from './trial.ts'

const LEAF = {
  deep: hex('#2f5230'),
  fresh: hex('#64873f'),
  lime: hex('#9da548'),
  gold: hex('#c9a852'),
  dry: hex('#a5805a'),
}
const PLANT_STEP = 0.085

type Leaf = {
  x: number
  y: number
  height: number
  length: number
  width: number
  turn: number
  colour: Colour
  index: number
}

/** Draws one leaf as a small ellipse, highest leaf on top. */
function drawLeaf(raster: Raster, leaf: Leaf): void {
  const scale = raster.window.pixelsPerMetre
  const middleX = (leaf.x - raster.window.x) * scale
  const middleY = (leaf.y - raster.window.y) * scale
  const reach = Math.max(1, leaf.length * scale)
  const [along, across] = [Math.cos(leaf.turn), Math.sin(leaf.turn)]
  for (let row = Math.max(0, Math.ceil(middleY - reach)); row <= Math.min(raster.rows - 1, middleY + reach); row += 1) {
    const from = Math.max(0, Math.ceil(middleX - reach))
    for (let column = from; column <= Math.min(raster.columns - 1, middleX + reach); column += 1) {
      const dx = (column - middleX) / scale
      const dy = (row - middleY) / scale
      const far = (dx * along + dy * across) / leaf.length
      const side = (dy * along - dx * across) / leaf.width
      const outside = far * far + side * side
      if (outside > 1) continue
      const height = leaf.height - outside * 0.03
      const pixel = row * raster.columns + column
      if (height < (raster.height[pixel] ?? 0)) continue
      setPixel(raster, pixel, { colour: leaf.colour, height, index: leaf.index })
    }
  }
}

type Plant = { x: number; y: number; vigour: number; ripeness: number; tall: number; leaf: number }

function leafColour(plant: Plant, lit: number, chance: number): Colour {
  const ripe = clamp(plant.ripeness + (chance - 0.5) * 0.3)
  const green = blend(LEAF.deep, LEAF.fresh, clamp(lit * 0.75 + ripe * 0.6))
  const turning = blend(green, LEAF.lime, clamp((ripe - 0.25) * 2))
  const yellow = blend(turning, LEAF.gold, clamp((ripe - 0.6) * 2.4))
  const colour = blend(yellow, LEAF.dry, clamp((ripe - 0.85) * 3 + (chance > 0.94 ? 0.5 : 0)))
  const bright = mix(0.62, 1.12, lit)
  return [colour[0] * bright, colour[1] * bright, colour[2] * bright]
}

function drawPlant(raster: Raster, plant: Plant, next: () => number): void {
  const spread = 0.07 + plant.vigour * 0.19
  const top = 0.1 + plant.vigour * plant.tall * 0.75
  const leaves = Math.round(7 + plant.vigour * 17)
  for (let count = 0; count < leaves; count += 1) {
    const direction = next() * Math.PI * 2
    const out = Math.sqrt(next())
    const lit = next()
    drawLeaf(raster, {
      x: plant.x + Math.cos(direction) * out * spread,
      y: plant.y + Math.sin(direction) * out * spread,
      height: top * (1 - out * out * 0.55) * mix(0.68, 1, lit),
      length: mix(0.028, 0.06, next()) * mix(0.75, 1.1, plant.vigour) * plant.leaf,
      width: mix(0.018, 0.034, next()) * plant.leaf,
      turn: direction + (next() - 0.5),
      colour: leafColour(plant, lit, next()),
      index: clamp(0.4 + plant.vigour * 0.5 - plant.ripeness * 0.42 + (lit - 0.5) * 0.1, 0.2, 0.95),
    })
  }
}

const inWindow = ({ window }: Raster, x: number, y: number): boolean =>
  x > window.x - 1 && x < window.x + window.width + 1 && y > window.y - 1 && y < window.y + window.height + 1

function plantRow(raster: Raster, plot: Plot, row: number): void {
  const next = seeded(plot.number * 8 + row)
  const u = plot.u + (row - (ROWS_PER_PLOT - 1) / 2) * ROW_SPACING
  for (let along = 0; along < PLOT_LENGTH; along += PLANT_STEP) {
    const share = along / PLOT_LENGTH
    const gone = plot.gap !== null && share > plot.gap.from && share < plot.gap.to && next() < 0.9
    const spot = toGround(u + (next() - 0.5) * 0.07, plot.v - PLOT_LENGTH / 2 + along + (next() - 0.5) * 0.06)
    const patch = octaves(spot.x / 1.2, spot.y / 1.2, 3) - 0.5
    const vigour = clamp(plot.vigour + patch * 0.55, 0.03, 1)
    if (gone || next() > 0.62 + vigour * 0.6 || !inWindow(raster, spot.x, spot.y)) continue
    drawPlant(raster, { ...spot, vigour, ripeness: clamp(plot.ripeness + patch * 0.4), tall: plot.tall, leaf: 1 }, next)
  }
}

/** The crop around the trial: a uniform variety, drilled in the same rows. */
function plantSurround(raster: Raster): void {
  const next = seeded(99)
  for (let u = -44; u < 44; u += ROW_SPACING) {
    for (let v = -32; v < 32; v += PLANT_STEP * 1.25) {
      const beside = Math.abs(u) > HALF_LENGTH + 2.4 && v < HALF_DEPTH + 1
      const above = v < -HALF_DEPTH - 2.4
      const below = v > HALF_DEPTH + 10
      const spot = toGround(u + (next() - 0.5) * 0.08, v + (next() - 0.5) * 0.06)
      if (!(beside || above || below) || !inWindow(raster, spot.x, spot.y)) continue
      const patch = octaves(spot.x / 3, spot.y / 3, 4) - 0.5
      drawPlant(
        raster,
        { ...spot, vigour: clamp(0.72 + patch * 0.6), ripeness: clamp(0.12 + patch * 0.3), tall: 0.8, leaf: 1 },
        next,
      )
    }
  }
}

/** Grass on the verge, and weeds here and there. */
function scatterGrass(raster: Raster): void {
  const next = seeded(7)
  const { window } = raster
  const count = window.width * window.height * 160
  for (let tuft = 0; tuft < count; tuft += 1) {
    const x = window.x + next() * window.width
    const y = window.y + next() * window.height
    const { u, v } = toTrial(x, y)
    const { turf, track } = edges(u, v)
    const middle = track > 0.5 && Math.abs(v - HALF_DEPTH - 4.3) < 0.35 ? 0.35 : 0
    const wild = octaves(x / 2 + 90, y / 2, 3) > 0.74 ? 0.05 : 0
    if (next() > Math.max(turf * (1 - track), middle, wild)) continue
    drawPlant(
      raster,
      { x, y, vigour: 0.05 + next() * 0.12, ripeness: 0.2 + next() * 0.5, tall: 0.25, leaf: 0.55 },
      next,
    )
  }
}

export function plantTrial(raster: Raster, plots: readonly Plot[]): void {
  scatterGrass(raster)
  plantSurround(raster)
  for (const plot of plots) {
    if (plot.missing) continue
    for (let row = 0; row < ROWS_PER_PLOT; row += 1) plantRow(raster, plot, row)
  }
}
