// Canopy height of plots: an elevation map less the ground, with the soil of the flight at 0.
import type { BandRole } from '#domain/maps.ts'
import { type Coverage, createCoverage, toPixels } from '../../plots/pixel-coverage.ts'
import { type Box, boxOf, type Polygon } from '../../plots/polygon.ts'
import type { Flag } from '../measure/flags.ts'
import { createMaskRows, type PixelMask } from '../measure/pixel-rows.ts'
import { createDescribe, STATISTIC_AT, STATISTICS } from '../measure/statistics.ts'
import { createHeightReader, type HeightsAlong, type PlacedLayer } from './ground.ts'
import { createHeightRows } from './height-rows.ts'
import { createPlantShares, type PlantShares } from './plant-shares.ts'
import { fitSoil, type SoilPoints, type SoilSurface, soilLeftOf } from './soil-surface.ts'
import {
  cellAt,
  createGrid,
  markVegetation,
  rowsWithin,
  soilAwayFromPlants,
  type VegetationGrid,
} from './vegetation-grid.ts'

export type HeightInput = {
  /** Its first band holds the heights. All are in the same coordinates, and metres. */
  surface: PlacedLayer
  /** Bare soil of the season, or the terrain of the same flight; without it, heights are above the soil of the flight. */
  ground: PlacedLayer | undefined
  /** Tells soil from plants. */
  orthomosaic: PlacedLayer
  mask: PixelMask
  /** Of the orthomosaic, all that the measurement reads: a pixel is nothing when it is so in one of them. */
  bands: readonly BandRole[]
  /** In the coordinates of the maps. */
  polygons: readonly Polygon[]
  /** Whether the soil surface is subtracted; without `ground` it always is. */
  isCalibrated?: boolean
}

/** In the order of STATISTICS. Of vegetation NaN where it covers less than 5 %. */
export type HeightStatistics = { all: Float64Array; veg: Float64Array }

export type PlotHeights = {
  calibrated: HeightStatistics
  uncalibrated: HeightStatistics
  coverPct: number | null
  /** Of plants above the soil, in cubic metres on each square metre of the plot. */
  volume: number
  validFrac: number
  /** Of valid pixels, the part more than twice the noise below the soil. */
  belowSoilFrac: number
  /** How far the soil around it is from 0, in metres; null where none is seen. */
  soilLeft: number | null
}

export type FieldHeights = {
  soil: SoilSurface
  /** The median height of soil above the ground, before calibration; null without a ground or soil. */
  soilBefore: number | null
  plots: PlotHeights[]
}

/** Beyond the plots, in metres. */
const AROUND = 3
/** In metres: as far as plots have soil beside them, because heights beside plants are smeared. */
const AWAY_FROM_PLANTS = [0.3, 0.15, 0.05] as const
/** In metres around a plot, a share of what is there, and a share of plots. */
const [BESIDE, SOIL_BESIDE, PLOTS_WITH_SOIL] = [1, 0.1, 0.8]
const CELL = 0.05
const SOIL_POINTS_MAX = 200_000
const POINTS_OF_SQUARE = 50
const COVER_MIN = 5

/** Of flights without a ground, the soil surface stands in for it: that holds where the field itself is as even as that. */
export async function measureHeights(input: HeightInput): Promise<FieldHeights> {
  const { surface, ground, orthomosaic, mask, bands, polygons, isCalibrated = true } = input
  const { width, height } = orthomosaic.layer
  const window = { left: 0, top: 0, width, height }
  const plantRows = createMaskRows({ layer: orthomosaic.layer, window, bands }, mask)
  const boxes = polygons.map(boxOf)
  const extent = {
    minX: Math.min(...boxes.map(({ minX }) => minX)) - AROUND,
    minY: Math.min(...boxes.map(({ minY }) => minY)) - AROUND,
    maxX: Math.max(...boxes.map(({ maxX }) => maxX)) + AROUND,
    maxY: Math.max(...boxes.map(({ maxY }) => maxY)) + AROUND,
  }
  // Each cell has a pixel of the photo.
  const grid = createGrid(extent, Math.max(CELL, pixelSide(orthomosaic)))
  await markVegetation(grid, orthomosaic, plantRows)
  const points = await soilPoints({ surface, ground }, grid, boxes)
  const soil = fitSoil(points)
  const plots = await measurePlotHeights({
    surface,
    ground,
    orthomosaic,
    plants: createPlantShares({ surface, photo: orthomosaic, plantRows }),
    polygons,
    points,
    soil,
    isCalibrated: isCalibrated || !ground,
  })
  return { soil, soilBefore: ground ? soil.medianBefore : null, plots }
}

const pixelSide = ({ transform: [a, b, , d, e] }: PlacedLayer): number => Math.sqrt(Math.abs(a * e - b * d))

/** Where no distance leaves enough, the largest: nearer to plants, what looks like soil may be dry leaves of a closed canopy. */
function soilBeside(grid: VegetationGrid, boxes: readonly Box[]): Uint8Array {
  for (const away of AWAY_FROM_PLANTS) {
    const soil = soilAwayFromPlants(grid, away)
    const withSoil = boxes.filter((box) => hasSoilBeside(grid, soil, box)).length
    if (withSoil >= PLOTS_WITH_SOIL * boxes.length) return soil
  }
  return soilAwayFromPlants(grid, AWAY_FROM_PLANTS[0])
}

function hasSoilBeside({ minX, minY, cell, columns, rows }: VegetationGrid, isSoil: Uint8Array, box: Box): boolean {
  const cellsOf = (metres: number, most: number) => Math.min(most, Math.max(0, Math.floor(metres / cell)))
  const [left, right] = [cellsOf(box.minX - BESIDE - minX, columns), cellsOf(box.maxX + BESIDE - minX, columns)]
  const [first, last] = [cellsOf(box.minY - BESIDE - minY, rows), cellsOf(box.maxY + BESIDE - minY, rows)]
  let soil = 0
  for (let row = first; row < last; row += 1)
    for (let column = left; column < right; column += 1) soil += isSoil[row * columns + column] ?? 0
  const around = (right - left) * (last - first) - ((box.maxX - box.minX) * (box.maxY - box.minY)) / cell ** 2
  return soil >= SOIL_BESIDE * around
}

/** Every so many pixels in both directions, of those that are soil. */
async function soilPoints(
  { surface, ground }: Pick<HeightInput, 'surface' | 'ground'>,
  grid: VegetationGrid,
  boxes: readonly Box[],
): Promise<SoilPoints> {
  const isSoil = soilBeside(grid, boxes)
  const cells = isSoil.reduce((sum, one) => sum + one, 0)
  const perCell = (grid.cell / pixelSide(surface)) ** 2
  const stride = Math.max(1, Math.floor(Math.sqrt((cells * perCell) / SOIL_POINTS_MAX)))
  const points: { x: number[]; y: number[]; height: number[] } = { x: [], y: [], height: [] }
  const heights = createRowHeights(surface, ground)
  const [top, bottom] = rowsWithin(surface, grid)
  for (let row = top; row < bottom; row += stride) {
    const { x, y, height } = await heights(row, 0, surface.layer.width)
    for (let at = 0; at < height.length; at += stride) {
      const [atX, atY, value] = [x[at] ?? 0, y[at] ?? 0, height[at] ?? Number.NaN]
      const cell = cellAt(grid, atX, atY)
      if (cell < 0 || isSoil[cell] !== 1 || !Number.isFinite(value)) continue
      points.x.push(atX)
      points.y.push(atY)
      points.height.push(value)
    }
  }
  return evenly({
    x: Float64Array.from(points.x),
    y: Float64Array.from(points.y),
    height: Float64Array.from(points.height),
  })
}

/** At most so many of a square metre, so that a roof or a road counts no more than the soil of alleys. */
function evenly({ x, y, height }: SoilPoints): SoilPoints {
  const squares = Map.groupBy(height.keys(), (at) => `${Math.floor(x[at] ?? 0)} ${Math.floor(y[at] ?? 0)}`)
  const kept = [...squares.values()].flatMap((of) => {
    const step = Math.max(1, of.length / POINTS_OF_SQUARE)
    return Array.from({ length: Math.min(of.length, POINTS_OF_SQUARE) }, (_, at) => of[Math.floor(at * step)] ?? 0)
  })
  const keep = (values: Float64Array) => Float64Array.from(kept, (at) => values[at] ?? 0)
  return { x: keep(x), y: keep(y), height: keep(height) }
}

type RowHeights = (
  row: number,
  from: number,
  to: number,
) => Promise<{ x: Float64Array; y: Float64Array; height: Float64Array }>

/** Heights above the ground of pixels of one row, with their places. NaN where there is none. */
function createRowHeights({ layer, transform }: PlacedLayer, ground: PlacedLayer | undefined): RowHeights {
  const groundAt: HeightsAlong | undefined = ground && createHeightReader(ground)
  const [a, b, c, d, e, f] = transform
  const heightRows = createHeightRows(layer)
  return async (row, from, to) => {
    const numbers = await heightRows(row, row + 1)
    const count = to - from
    const [x, y, height] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)]
    for (let at = 0; at < count; at += 1) {
      const column = from + at
      x[at] = a * (column + 0.5) + b * (row + 0.5) + c
      y[at] = d * (column + 0.5) + e * (row + 0.5) + f
      height[at] = numbers[column] ?? Number.NaN
    }
    if (groundAt) {
      const below = new Float64Array(count)
      await groundAt({ x, y, count }, below)
      for (let at = 0; at < count; at += 1) height[at] = (height[at] ?? 0) - (below[at] ?? 0)
    }
    return { x, y, height }
  }
}

type Work = {
  surface: PlacedLayer
  ground: PlacedLayer | undefined
  orthomosaic: PlacedLayer
  plants: PlantShares
  polygons: readonly Polygon[]
  points: SoilPoints
  soil: SoilSurface
  isCalibrated: boolean
}

type Active = { at: number; coverage: Coverage; inPhoto: Polygon; pixels: Pixels }
/** `plants` and `known` are parts of the weights. */
type Pixels = { weights: number[]; plants: number[]; known: number[]; raw: number[]; calibrated: number[] }

async function measurePlotHeights({
  surface,
  ground,
  orthomosaic,
  plants,
  polygons,
  points,
  soil,
  isCalibrated,
}: Work): Promise<PlotHeights[]> {
  const { layer, transform } = surface
  const heights = createRowHeights(surface, ground)
  const waiting = polygons
    .map((polygon, at) => ({
      at,
      coverage: createCoverage(toPixels(polygon, transform), layer),
      inPhoto: toPixels(polygon, orthomosaic.transform),
    }))
    .sort((one, other) => one.coverage.top - other.coverage.top)
  const results: PlotHeights[] = []
  const noise = soil.noise ?? 0
  // Without a ground and without soil there is nothing to measure from.
  const base = ground ? 0 : (soil.medianBefore ?? Number.NaN)
  const takesSoil = isCalibrated && soil.state !== 'uncalibrated'
  const soilLeft = soilLeftOf(points, takesSoil ? soil.heightAt : () => base)
  const finish = ({ at, coverage, pixels }: Active): void => {
    const { minX, minY, maxX, maxY } = boxOf(polygons[at] ?? [])
    const left = soilLeft((minX + maxX) / 2, (minY + maxY) / 2)
    results[at] = { ...describeHeights(pixels, coverage.area, noise), soilLeft: left }
  }
  const weights = new Float64Array(layer.width + 1)
  let active: Active[] = []
  let next = 0
  for (let row = waiting[0]?.coverage.top ?? 0; next < waiting.length || active.length > 0; row += 1) {
    for (let plot = waiting[next]; plot && plot.coverage.top <= row; plot = waiting[next]) {
      active.push({ ...plot, pixels: { weights: [], plants: [], known: [], raw: [], calibrated: [] } })
      next += 1
    }
    for (const plot of active) if (plot.coverage.bottom <= row) finish(plot)
    active = active.filter(({ coverage }) => coverage.bottom > row)
    if (active.length === 0) {
      const following = waiting[next]
      if (following) row = Math.max(row, following.coverage.top - 1)
      continue
    }
    const left = Math.min(...active.map(({ coverage }) => coverage.left))
    const right = Math.max(...active.map(({ coverage }) => coverage.right))
    const line = await heights(row, left, right)
    await plants.keep(row, left, right)
    for (const { coverage, inPhoto, pixels } of active) {
      const [from, to] = coverage.weigh(row, weights)
      for (let index = from; index < to; index += 1) {
        const at = coverage.left - left + index
        const value = line.height[at] ?? Number.NaN
        const weight = weights[index] ?? 0
        if (weight === 0 || !Number.isFinite(value - base)) continue
        const [x, y] = [line.x[at] ?? 0, line.y[at] ?? 0]
        const share = plants.of(coverage.left + index, row, weight < 1 ? inPhoto : undefined)
        pixels.weights.push(weight)
        pixels.plants.push(share.plants)
        pixels.known.push(share.known)
        pixels.raw.push(value - base)
        pixels.calibrated.push(takesSoil ? value - soil.heightAt(x, y) : value - base)
      }
    }
  }
  return results
}

function describeHeights(
  { weights, plants, known, raw, calibrated }: Pixels,
  area: number,
  noise: number,
): Omit<PlotHeights, 'soilLeft'> {
  const describe = createDescribe()
  const [total, ofPlants, ofKnown] = [sumOf(weights), sumOf(plants), sumOf(known)]
  const coverPct = ofKnown > 0 ? (100 * ofPlants) / ofKnown : null
  const statisticsOf = (heights: readonly number[], shares: readonly number[]): Float64Array => {
    const [row, none] = [new Float64Array(STATISTICS.length), new Float64Array(STATISTICS.length)]
    const isIn = (_: number, at: number) => (shares[at] ?? 0) > 0
    const values = Float64Array.from(heights.filter(isIn))
    describe({ values, weights: Float64Array.from(shares.filter(isIn)), vegetation: 0 }, row, none)
    return row
  }
  const bothOf = (heights: readonly number[]): HeightStatistics => ({
    all: statisticsOf(heights, weights),
    veg:
      (coverPct ?? 0) >= COVER_MIN
        ? statisticsOf(heights, plants)
        : new Float64Array(STATISTICS.length).fill(Number.NaN),
  })
  let [volume, below] = [0, 0]
  for (const [at, height] of calibrated.entries()) {
    if (height > 0) volume += height * (plants[at] ?? 0)
    if (height < -2 * noise) below += weights[at] ?? 0
  }
  return {
    calibrated: bothOf(calibrated),
    uncalibrated: bothOf(raw),
    coverPct,
    volume: ofKnown > 0 ? volume / ofKnown : Number.NaN,
    validFrac: area > 0 ? Math.min(1, total / area) : 0,
    belowSoilFrac: total > 0 ? below / total : 0,
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

/** Plant height, as breeders use it; without plants that of all pixels. */
export function plantHeightOf({ calibrated: { all, veg } }: Pick<PlotHeights, 'calibrated'>): number {
  const [ofAll = Number.NaN, ofPlants = Number.NaN] = [all[STATISTIC_AT.p95], veg[STATISTIC_AT.p95]]
  return Number.isNaN(ofPlants) ? ofAll : ofPlants
}

const NOISES = 2
const BELOW_SOIL_MAX = 0.05
/** In metres. */
const SOIL_OFF_MAX = 0.2
/** Of the height of plants. */
const SOIL_OFF_SHARE = 0.5
/** In metres: elevation maps of drones without exact positions float by less. */
const FLOAT_MAX = 10

export function flagsOfHeights(plot: PlotHeights, { soil, soilBefore }: Omit<FieldHeights, 'plots'>): Flag[] {
  const flags: (Flag | false)[] = [
    plantHeightOf(plot) < NOISES * (soil.noise ?? 0) && 'HEIGHT_BELOW_NOISE',
    soil.state !== 'calibrated' && 'CHM_UNCALIBRATED',
    plot.belowSoilFrac > BELOW_SOIL_MAX && 'NEG_HEIGHT',
    (isSoilOff(plot.soilLeft, plot, soil) || Math.abs(soilBefore ?? 0) > FLOAT_MAX) && 'SOIL_OFF',
  ]
  return flags.filter((flag) => flag !== false)
}

/** Those of heights without calibration, whose soil lies where it lay before. */
export function flagsOfUncalibrated(plot: PlotHeights, field: Omit<FieldHeights, 'plots'>): Flag[] {
  const flags = flagsOfHeights(plot, field)
  return !flags.includes('SOIL_OFF') && isSoilOff(field.soilBefore, plot, field.soil) ? [...flags, 'SOIL_OFF'] : flags
}

/** Whether heights are off by more than 20 cm, or by more than half of the plants. What the noise hides says nothing. */
function isSoilOff(metres: number | null, plot: PlotHeights, { noise }: SoilSurface): boolean {
  const off = Math.abs(metres ?? 0)
  return off > SOIL_OFF_MAX || off > Math.max(SOIL_OFF_SHARE * plantHeightOf(plot), noise ?? 0)
}
