import { type MeasuredShift, noShift, SHIFT_METRES_MAX } from '#domain/shifts.ts'
import { type Box, boxOf, type Position } from '../plots/polygon.ts'
import { convertBetween, lonLatOf } from '../rasters/crs.ts'
import { utmAt } from '../rasters/utm.ts'
import { findAgreement, findTrend, type Vote } from './agree.ts'
import { findPeak } from './find-peak.ts'
import { createFourier } from './fourier.ts'
import { correlate } from './masked-correlation.ts'
import { hasColours, type Patch, type PatchGrid, type PlacedLayer, readPatches } from './read-patches.ts'
import { structureOf } from './structure.ts'

/** The side of a transform, in cells: a patch and the largest shift. */
const TRANSFORM_CELLS = 256
/** Finer pixels are put together, so that a patch is not too small. */
const STEP_MIN = 0.02
/** With larger ones, a shift would be a pixel or two. */
const STEP_MAX = SHIFT_METRES_MAX / 6
const PATCHES_ACROSS_MAX = 8
/** From the centre of a patch to that of the next one, in its sides. */
const PATCH_DISTANCE = 0.75
/** Surroundings that brightness is compared with, in cells. */
const CONTRAST_CELLS = 10
/** Of a patch: ground that is bare on both maps. */
const GROUND_MIN = 0.05
/** By how much the best correlation exceeds any other, or else rows of plants have been taken for one another. */
const DISTINCT_MIN = 0.05
const TOLERANCE_METRES = 0.05
const AGREEING_MIN = 4
const AGREEING_GOOD = 6
const SHARE_MIN = 0.3
const SHARE_GOOD = 0.5
/** How many more places follow a trend than agree on one shift, where there is one. */
const TREND_FACTOR = 1.25

export type MapToCompare = PlacedLayer & { gsdMetres: number }

/**
 * How far the map of a flight lies from the reference, by what bare ground looks like on both: plants grow and move. Rows of both
 * are read from top to bottom once. @throws UnreadableRaster
 */
export async function measureShift(
  { reference, flight }: { reference: MapToCompare; flight: MapToCompare },
  report: (fraction: number) => void,
): Promise<MeasuredShift> {
  if (!hasColours(reference.layer) || !hasColours(flight.layer))
    return noShift('Plants can’t be told from ground: a map has no red, green and blue bands.')
  const step = Math.max(reference.gsdMetres, flight.gsdMetres, STEP_MIN)
  if (step > STEP_MAX) return noShift('The pixels of a map are too large to measure a shift.')
  const grid = gridOf(reference, flight, step)
  if (!grid) return noShift('The maps don’t overlap.')
  const before = await readPatches(reference, grid, (fraction) => report(fraction * 0.3))
  const after = await readPatches(flight, grid, (fraction) => report(0.3 + fraction * 0.3))
  const { votes, compared } = compare(grid, { before, after }, (fraction) => report(0.6 + fraction * 0.4))
  return judge(votes, { compared, tolerance: Math.max(TOLERANCE_METRES, 1.5 * step) })
}

/** Patches all over the ground that both maps show, in metres of its UTM zone. */
function gridOf(reference: PlacedLayer, flight: PlacedLayer, step: number): PatchGrid | undefined {
  const { transform, layer } = reference
  const [a, b, c, d, e, f] = transform
  const [x, y] = [layer.width / 2, layer.height / 2]
  const crs = utmAt(...lonLatOf(reference.crs, [a * x + b * y + c, d * x + e * y + f]))
  const [one, other] = [boxOn(crs, reference), boxOn(crs, flight)]
  const box = {
    minX: Math.max(one.minX, other.minX),
    minY: Math.max(one.minY, other.minY),
    maxX: Math.min(one.maxX, other.maxX),
    maxY: Math.min(one.maxY, other.maxY),
  }
  if (!(box.maxX > box.minX && box.maxY > box.minY)) return undefined
  const side = TRANSFORM_CELLS - Math.ceil(SHIFT_METRES_MAX / step)
  const size = side * step
  const lefts = startsOf(box.minX, box.maxX, size)
  const bottoms = startsOf(box.minY, box.maxY, size)
  const corners = bottoms.flatMap((bottom) => lefts.map((left): Position => [left, bottom + size]))
  return { crs, step, side, corners }
}

function boxOn(plane: PatchGrid['crs'], { layer: { width, height }, transform, crs }: PlacedLayer): Box {
  const [a, b, c, d, e, f] = transform
  const convert = convertBetween(crs, plane)
  const corners: Position[] = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ]
  return boxOf([[corners.map(([x, y]) => convert([a * x + b * y + c, d * x + e * y + f]))]])
}

/** Where patches start that are spread evenly from one end to the other. */
function startsOf(from: number, to: number, size: number): number[] {
  const room = to - from - size
  if (room <= 0) return [from + room / 2]
  const count = Math.min(PATCHES_ACROSS_MAX, 1 + Math.ceil(room / (size * PATCH_DISTANCE)))
  return Array.from({ length: count }, (_, at) => from + (room * at) / (count - 1))
}

type Patches = readonly (Patch | undefined)[]

function compare(
  { step, side, corners }: PatchGrid,
  { before, after }: { before: Patches; after: Patches },
  report: (fraction: number) => void,
): { votes: Vote[]; compared: number } {
  const fourier = createFourier(TRANSFORM_CELLS)
  const options = { radius: TRANSFORM_CELLS - side, overlapMin: GROUND_MIN * side ** 2 }
  const votes: Vote[] = []
  let compared = 0
  for (const [at, [east, north]] of corners.entries()) {
    report(at / corners.length)
    const [one, other] = [before[at], after[at]]
    if (!one || !other) continue
    const structures = [one, other].map((patch) => structureOf(patch, { side, radius: CONTRAST_CELLS }))
    const [first, second] = structures
    if (!first || !second || structures.some(({ counts }) => sumOf(counts) < options.overlapMin)) continue
    compared += 1
    const peak = findPeak(correlate(fourier, [first, second], options))
    if (!peak || peak.distinct < DISTINCT_MIN) continue
    const middle = (side * step) / 2
    votes.push({ place: [east + middle, north - middle], shift: [peak.right * step, -peak.down * step] })
  }
  return { votes, compared }
}

const sumOf = (counts: Uint8Array): number => counts.reduce((sum, count) => sum + count, 0)

function judge(
  votes: readonly Vote[],
  { compared, tolerance }: { compared: number; tolerance: number },
): MeasuredShift {
  if (compared < AGREEING_MIN)
    return noShift('Too little bare ground can be seen on both dates to compare them.', { compared })
  const found = findAgreement(votes, tolerance)
  const agreeing = found?.agreeing ?? 0
  const trend = findTrend(votes, tolerance)
  const isUneven =
    trend.agreeing >= Math.max(AGREEING_GOOD, TREND_FACTOR * agreeing) &&
    trend.agreeing >= SHARE_MIN * compared &&
    trend.range > 2 * tolerance
  const uneven = `The maps are turned or scaled against each other: the shift changes over the field by about ${Math.round(trend.range * 100)} cm.`
  const isEnough = agreeing >= AGREEING_MIN && agreeing >= SHARE_MIN * compared
  if (!found || !isEnough || (isUneven && agreeing < SHARE_GOOD * compared))
    return noShift(isUneven ? uneven : 'Too few places look alike on both dates.', { compared, agreeing })
  const isGood = !isUneven && agreeing >= AGREEING_GOOD && agreeing >= SHARE_GOOD * compared
  const weakness = isUneven ? uneven : weaknessOf(agreeing, compared)
  return {
    confidence: isGood ? 'good' : 'weak',
    reason: isGood ? null : weakness,
    shift: { eastMetres: found.shift[0], northMetres: found.shift[1] },
    spreadMetres: found.spread,
    agreeing,
    compared,
  }
}

const weaknessOf = (agreeing: number, compared: number): string =>
  agreeing < AGREEING_GOOD ? `Only ${agreeing} places agree.` : `Only ${agreeing} of ${compared} places agree.`
