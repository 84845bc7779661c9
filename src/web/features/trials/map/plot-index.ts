import { isInside } from '#imagery/plots/crossings.ts'
import { type Box, boxOf, type Position } from '#imagery/plots/polygon.ts'

type Rings = readonly (readonly Position[])[]

/** Finds the plot at a place without looking at all of them. */
export function createPlotIndex(plots: readonly { rings: Rings }[]) {
  const boxes = plots.map(({ rings }) => boxOf(rings.map((ring) => [ring])))
  const all = boxes.reduce(around, { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity })
  const side = Math.max(1, Math.ceil(Math.sqrt(plots.length)))
  const columnOf = (x: number) => cellOf((x - all.minX) / (all.maxX - all.minX), side)
  const rowOf = (y: number) => cellOf((y - all.minY) / (all.maxY - all.minY), side)
  const cells = new Map<number, number[]>()
  for (const [at, { minX, minY, maxX, maxY }] of boxes.entries())
    for (let row = rowOf(minY); row <= rowOf(maxY); row += 1)
      for (let column = columnOf(minX); column <= columnOf(maxX); column += 1) {
        const cell = row * side + column
        const there = cells.get(cell)
        if (there) there.push(at)
        else cells.set(cell, [at])
      }
  return {
    /** Around all plots. */
    box: all,
    /** The place among the plots of the one at a position, or -1. */
    at: ([x, y]: Position): number => {
      if (x < all.minX || x > all.maxX || y < all.minY || y > all.maxY) return -1
      const found = cells.get(rowOf(y) * side + columnOf(x))?.find((at) => {
        const rings = plots[at]?.rings ?? []
        return rings.filter((ring) => isInside(ring, [x, y])).length % 2 === 1
      })
      return found ?? -1
    },
  }
}

const cellOf = (share: number, side: number): number => Math.min(side - 1, Math.max(0, Math.floor(share * side) || 0))

const around = (one: Box, other: Box): Box => ({
  minX: Math.min(one.minX, other.minX),
  minY: Math.min(one.minY, other.minY),
  maxX: Math.max(one.maxX, other.maxX),
  maxY: Math.max(one.maxY, other.maxY),
})
