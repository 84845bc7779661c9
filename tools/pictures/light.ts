import { clamp, octaves, smooth } from './random.ts'
import { blurred, type Raster } from './raster.ts'

/** The sun stands north-west and high, as maps are drawn. */
const SUN = { x: -0.5, y: -0.42, z: 0.76 }
const SUNLIGHT = [1.16, 1.08, 0.94] as const
const SKYLIGHT = [0.3, 0.36, 0.46] as const

function shadowAt(raster: Raster, column: number, row: number): number {
  const { columns, rows, height, window } = raster
  const here = height[row * columns + column] ?? 0
  const flat = Math.hypot(SUN.x, SUN.y)
  const climb = SUN.z / flat
  let shade = 0
  for (let far = 1.5; far < 0.95 * window.pixelsPerMetre; far *= 1.32) {
    const x = Math.round(column + (SUN.x / flat) * far)
    const y = Math.round(row + (SUN.y / flat) * far)
    if (x < 0 || y < 0 || x >= columns || y >= rows) break
    const above = (height[y * columns + x] ?? 0) - here - (far / window.pixelsPerMetre) * climb
    shade = Math.max(shade, smooth(-0.01, 0.07, above))
  }
  return shade
}

/** Lights the raster in place: sun and its shadows, sky light that does not reach into gaps, thin cloud. */
export function lightRaster(raster: Raster): void {
  const { columns, rows, height, light, window } = raster
  const around = blurred(height, columns, Math.round(0.13 * window.pixelsPerMetre))
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const pixel = row * columns + column
      const left = height[row * columns + Math.max(0, column - 1)] ?? 0
      const above = height[Math.max(0, row - 1) * columns + column] ?? 0
      const here = height[pixel] ?? 0
      const slope = window.pixelsPerMetre * 0.3
      const facing = (-(here - left) * slope * SUN.x - (here - above) * slope * SUN.y + SUN.z) / 1.05
      const x = window.x + column / window.pixelsPerMetre
      const y = window.y + row / window.pixelsPerMetre
      const cloud = 0.9 + 0.16 * octaves(x / 22 + 4, y / 22, 2)
      const sun = clamp(facing, 0.1, 1.35) * (1 - 0.82 * shadowAt(raster, column, row)) * cloud
      const open = clamp(0.72 + (here - (around[pixel] ?? 0)) * 2.6, 0.22, 1.15)
      for (let band = 0; band < 3; band += 1) {
        const lit = sun * (SUNLIGHT[band] ?? 1) + open * (SKYLIGHT[band] ?? 0)
        light[pixel * 3 + band] = (light[pixel * 3 + band] ?? 0) * lit * 0.92
      }
    }
  }
}
