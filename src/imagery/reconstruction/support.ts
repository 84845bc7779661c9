// Where the heights of a surface hold a map.
import type { Surface } from './surface.ts'

/** Of the largest part: a smaller one stands on a few tie points that nothing around speaks for. */
const ISLAND = 0.05

/**
 * 1 where the height lies between tie points: where it is measured, and in gaps that this encloses, such as water. Beyond the outermost tie
 * points heights are continued, and what photos show there lies less exactly in its place.
 */
export function supportOf({ isMeasured, width, height }: Surface): Uint8Array {
  const isOutside = new Uint8Array(width * height)
  for (const border of bordersOf(width, height))
    spread(border, { isIn: (cell) => !isMeasured[cell], seen: isOutside, width })
  const seen = isOutside.slice()
  const parts: number[][] = []
  for (let cell = 0; cell < seen.length; cell += 1) {
    const part = spread(cell, { isIn: () => true, seen, width })
    if (part.length > 0) parts.push(part)
  }
  const least = ISLAND * parts.reduce((most, { length }) => Math.max(most, length), 0)
  const isSupported = new Uint8Array(width * height)
  for (const part of parts) if (part.length >= least) for (const cell of part) isSupported[cell] = 1
  return isSupported
}

function* bordersOf(width: number, height: number): Generator<number> {
  for (let column = 0; column < width; column += 1) yield* [column, (height - 1) * width + column]
  for (let row = 0; row < height; row += 1) yield* [row * width, row * width + width - 1]
}

type Spread = { isIn: (cell: number) => boolean; seen: Uint8Array; width: number }

/** What hangs together with a cell and was not seen yet; it is seen from then on. */
function spread(start: number, { isIn, seen, width }: Spread): number[] {
  const part: number[] = []
  const visit = (cell: number): void => {
    if (seen[cell] || !isIn(cell)) return
    seen[cell] = 1
    part.push(cell)
  }
  visit(start)
  for (const cell of part) {
    const column = cell % width
    if (column > 0) visit(cell - 1)
    if (column < width - 1) visit(cell + 1)
    if (cell >= width) visit(cell - width)
    if (cell < seen.length - width) visit(cell + width)
  }
  return part
}
