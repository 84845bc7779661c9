import { boxOf, type Ring } from './polygon.ts'

const SIDE = 1000

const METRES_PER_DEGREE = 111_320

export type PlotPaths = { paths: string[]; width: number; height: number; metresPerUnit: number }

/**
 * Plots in longitude and latitude as SVG paths in one drawing, whose longer side is 1,000: north is up, and a metre is as long in both
 * directions.
 */
export function plotPaths(plots: readonly (readonly Ring[])[]): PlotPaths {
  if (plots.length === 0) return { paths: [], width: SIDE, height: SIDE, metresPerUnit: 1 }
  const { minX, minY, maxX, maxY } = boxOf(plots.flatMap((rings) => rings.map((ring) => [ring])))
  const narrowing = Math.cos((((minY + maxY) / 2) * Math.PI) / 180)
  const [across, down] = [Math.max(1e-9, (maxX - minX) * narrowing), Math.max(1e-9, maxY - minY)]
  const scale = SIDE / Math.max(across, down)
  const place = ([x, y]: Ring[number]) =>
    `${((x - minX) * narrowing * scale).toFixed(1)} ${((maxY - y) * scale).toFixed(1)}`
  return {
    paths: plots.map((rings) => rings.map((ring) => `M${ring.map(place).join('L')}Z`).join('')),
    width: across * scale,
    height: down * scale,
    metresPerUnit: METRES_PER_DEGREE / scale,
  }
}
