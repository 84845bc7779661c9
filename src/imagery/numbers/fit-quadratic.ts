// A surface of second order through heights.
import { medianOf } from './median.ts'

/** Heights of places, in metres or any other unit. */
export type HeightPoints = { x: Float64Array; y: Float64Array; height: Float64Array }

/** The middle and half the size of where points lie. */
export type Frame = { centreX: number; centreY: number; halfX: number; halfY: number }

export function frameOf({ x, y }: HeightPoints): Frame {
  const [minX, maxX] = extentOf(x)
  const [minY, maxY] = extentOf(y)
  return {
    centreX: (minX + maxX) / 2,
    centreY: (minY + maxY) / 2,
    halfX: (maxX - minX) / 2 || 1,
    halfY: (maxY - minY) / 2 || 1,
  }
}

function extentOf(numbers: Float64Array): [number, number] {
  let [low, high] = [Infinity, -Infinity]
  for (const number of numbers) {
    if (number < low) low = number
    if (number > high) high = number
  }
  return [low, high]
}

const OUTLIER = 3
const ROUNDS = 2
const ROUNDS_OF_DISTANCES = 12
/** Of the first deviation: nearer points weigh no more. */
const LEAST = 0.01
/** Of a normal distribution, its standard deviation by the median of distances from the median. */
const TO_DEVIATION = 1.4826
const TERMS = 6

/**
 * Least squares, without what is more than three deviations off a first surface of least distances: a roof among soil, which would
 * bend one of least squares and hide in its deviation. Undefined when points lie on a line.
 */
export function fitQuadratic(
  points: HeightPoints,
  frame: Frame = frameOf(points),
): { heightAt: (x: number, y: number) => number; noise: number } | undefined {
  const { x, y, height } = points
  const terms = new Float64Array(TERMS)
  const residuals = new Float64Array(height.length)
  const weights = new Float64Array(height.length).fill(1)
  const fit = (): Float64Array | undefined => {
    const sums = new Float64Array(TERMS * (TERMS + 1))
    for (let at = 0; at < height.length; at += 1)
      if (weights[at] !== 0)
        addPoint(sums, termsAt(terms, frame, [x[at] ?? 0, y[at] ?? 0]), {
          height: height[at] ?? 0,
          weight: weights[at] ?? 0,
        })
    const surface = solve(sums)
    if (surface)
      for (let at = 0; at < height.length; at += 1)
        residuals[at] = (height[at] ?? 0) - productOf(surface, termsAt(terms, frame, [x[at] ?? 0, y[at] ?? 0]))
    return surface
  }
  if (!fit()) return undefined
  const least = LEAST * deviationOf(residuals)
  for (let round = 0; round < ROUNDS_OF_DISTANCES; round += 1) {
    for (let at = 0; at < height.length; at += 1) weights[at] = 1 / Math.max(Math.abs(residuals[at] ?? 0), least, 1e-12)
    if (!fit()) return undefined
  }
  let centre = medianOf(residuals)
  let noise = TO_DEVIATION * medianOf(residuals.map((one) => Math.abs(one - centre)))
  let surface: Float64Array | undefined
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let at = 0; at < height.length; at += 1)
      weights[at] = Math.abs((residuals[at] ?? 0) - centre) <= OUTLIER * noise + 1e-9 ? 1 : 0
    surface = fit()
    if (!surface) return undefined
    const kept = residuals.filter((_, at) => weights[at] === 1)
    noise = deviationOf(kept)
    centre = medianOf(kept)
  }
  const coefficients = surface
  if (!coefficients) return undefined
  const ownTerms = new Float64Array(TERMS)
  return { noise, heightAt: (atX, atY) => productOf(coefficients, termsAt(ownTerms, frame, [atX, atY])) }
}

function termsAt(into: Float64Array, frame: Frame, [atX, atY]: readonly [number, number]): Float64Array {
  const x = (atX - frame.centreX) / frame.halfX
  const y = (atY - frame.centreY) / frame.halfY
  into[0] = 1
  into[1] = x
  into[2] = y
  into[3] = x * x
  into[4] = x * y
  into[5] = y * y
  return into
}

function productOf(coefficients: Float64Array, terms: Float64Array): number {
  let sum = 0
  for (let at = 0; at < TERMS; at += 1) sum += (coefficients[at] ?? 0) * (terms[at] ?? 0)
  return sum
}

/** The normal equations: a row for each term, its right side last. */
function addPoint(
  sums: Float64Array,
  terms: Float64Array,
  { height, weight }: { height: number; weight: number },
): void {
  for (let row = 0; row < TERMS; row += 1) {
    const term = weight * (terms[row] ?? 0)
    for (let column = 0; column < TERMS; column += 1) {
      const at = row * (TERMS + 1) + column
      sums[at] = (sums[at] ?? 0) + term * (terms[column] ?? 0)
    }
    const right = row * (TERMS + 1) + TERMS
    sums[right] = (sums[right] ?? 0) + term * height
  }
}

/** Gauss with pivots. */
function solve(sums: Float64Array): Float64Array | undefined {
  const rows = Array.from({ length: TERMS }, (_, row) => sums.slice(row * (TERMS + 1), (row + 1) * (TERMS + 1)))
  const largest = Math.max(...rows.map((row, at) => row[at] ?? 0))
  for (let pivot = 0; pivot < TERMS; pivot += 1) {
    const best = rows.slice(pivot).toSorted((a, b) => Math.abs(b[pivot] ?? 0) - Math.abs(a[pivot] ?? 0))[0]
    if (!best || Math.abs(best[pivot] ?? 0) < largest * 1e-12) return undefined
    const place = rows.indexOf(best)
    ;[rows[pivot], rows[place]] = [best, rows[pivot] ?? best]
    for (const [at, row] of rows.entries()) {
      if (at === pivot) continue
      const factor = (row[pivot] ?? 0) / (best[pivot] ?? 1)
      for (let column = pivot; column <= TERMS; column += 1)
        row[column] = (row[column] ?? 0) - factor * (best[column] ?? 0)
    }
  }
  return Float64Array.from(rows, (row, at) => (row[TERMS] ?? 0) / (row[at] ?? 1))
}

export function deviationOf(numbers: Float64Array): number {
  const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length
  return Math.sqrt(numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0) / numbers.length)
}
