import { isInside } from '#imagery/plots/crossings.ts'
import { boxOf, type Position } from '#imagery/plots/polygon.ts'

type Rings = readonly (readonly Position[])[]

/** Finds the plot at a position without looking at all of them: its place among the plots, or -1. */
export function createPlotIndex(plots: readonly { rings: Rings }[]): (position: Position) => number {
  const polygons = plots.map(({ rings }) => rings.map((ring) => [ring]))
  const all = boxOf(polygons.flat())
  const side = Math.max(1, Math.ceil(Math.sqrt(plots.length)))
  const columnOf = (x: number) => cellOf((x - all.minX) / (all.maxX - all.minX), side)
  const rowOf = (y: number) => cellOf((y - all.minY) / (all.maxY - all.minY), side)
  const cells = new Map<number, number[]>()
  for (const [at, { minX, minY, maxX, maxY }] of polygons.map(boxOf).entries())
    for (let row = rowOf(minY); row <= rowOf(maxY); row += 1)
      for (let column = columnOf(minX); column <= columnOf(maxX); column += 1) {
        const cell = row * side + column
        const there = cells.get(cell)
        if (there) there.push(at)
        else cells.set(cell, [at])
      }
  return ([x, y]) => {
    if (x < all.minX || x > all.maxX || y < all.minY || y > all.maxY) return -1
    const found = cells.get(rowOf(y) * side + columnOf(x))?.find((at) => {
      const rings = plots[at]?.rings ?? []
      return rings.filter((ring) => isInside(ring, [x, y])).length % 2 === 1
    })
    return found ?? -1
  }
}

const cellOf = (share: number, side: number): number => Math.min(side - 1, Math.max(0, Math.floor(share * side) || 0))
