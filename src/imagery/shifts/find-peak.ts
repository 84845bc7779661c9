import type { Surface } from './masked-correlation.ts'

/** Where a correlation is highest, in cells to the right and down. */
export type Peak = { right: number; down: number /** Over the next highest one that lies apart. */; distinct: number }

/** A second peak lies at least so far from the highest. */
const APART_CELLS = 4

/** Undefined without a peak within the surface. */
export function findPeak({ radius, correlations }: Surface): Peak | undefined {
  const width = 2 * radius + 1
  let best = -1
  for (const [at, value] of correlations.entries()) {
    // NaN is not above.
    if (value > (correlations[best] ?? -1)) best = at
  }
  const [x, y] = [best % width, Math.floor(best / width)]
  if (best < 0 || x < 1 || y < 1 || x >= width - 1 || y >= width - 1) return undefined
  const [right, down] = [offsetOf(correlations, best, 1), offsetOf(correlations, best, width)]
  if (right === undefined || down === undefined) return undefined
  return {
    right: x - radius + right,
    down: y - radius + down,
    distinct: (correlations[best] ?? 0) - highestApart(correlations, [x, y], width),
  }
}

function highestApart(correlations: Float32Array, [x, y]: readonly [number, number], width: number): number {
  let highest = 0
  for (const [at, value] of correlations.entries()) {
    const isApart = Math.abs((at % width) - x) > APART_CELLS || Math.abs(Math.floor(at / width) - y) > APART_CELLS
    if (isApart && value > highest) highest = value
  }
  return highest
}

/** The top of the parabola through a cell and its two neighbours. */
function offsetOf(values: Float32Array, at: number, step: number): number | undefined {
  const [before, here, after] = [
    values[at - step] ?? Number.NaN,
    values[at] ?? Number.NaN,
    values[at + step] ?? Number.NaN,
  ]
  const bend = before - 2 * here + after
  return bend < 0 ? Math.min(0.5, Math.max(-0.5, (before - after) / (2 * bend))) : undefined
}
