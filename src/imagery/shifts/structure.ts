import type { MaskedPicture } from './masked-correlation.ts'
import { GROUND, type Patch } from './read-patches.ts'

/** Cells at the edge of plants and of the data don't count: leaves grow, and edges of clipped maps lie where they were cut. */
const EDGE_CELLS = 2

/** The contrast of bare ground with its surroundings within `radius` cells, whatever the light of the day. */
export function structureOf(
  { light, kinds }: Patch,
  { side, radius }: { side: number; radius: number },
): MaskedPicture {
  const isGround = Uint8Array.from(kinds, (kind) => (kind === GROUND ? 1 : 0))
  const around = sumsAround((at) => isGround[at] ?? 0, { side, radius: EDGE_CELLS })
  const whole = (2 * EDGE_CELLS + 1) ** 2
  const counts = Uint8Array.from(isGround, (_, at) => (around(at) > whole - 0.5 ? 1 : 0))
  const box = { side, radius }
  const number = sumsAround((at) => counts[at] ?? 0, box)
  const sum = sumsAround((at) => (counts[at] === 1 ? (light[at] ?? 0) : 0), box)
  const squares = sumsAround((at) => (counts[at] === 1 ? (light[at] ?? 0) ** 2 : 0), box)
  const values = Float32Array.from(light, (value, at) => {
    if (counts[at] !== 1) return 0
    const mean = sum(at) / number(at)
    const spread = Math.sqrt(Math.max(0, squares(at) / number(at) - mean ** 2))
    // Brightness that varies by less than 1 % is noise.
    return (value - mean) / (spread + 0.01 * mean)
  })
  return { side, values, counts }
}

/** Sums over squares around each cell, from a table of the sums of all above and to the left. */
function sumsAround(valueAt: (at: number) => number, { side, radius }: { side: number; radius: number }) {
  const width = side + 1
  const table = new Float64Array(width ** 2)
  for (let y = 0; y < side; y += 1) {
    let row = 0
    for (let x = 0; x < side; x += 1) {
      row += valueAt(y * side + x)
      table[(y + 1) * width + x + 1] = (table[y * width + x + 1] ?? 0) + row
    }
  }
  return (at: number): number => {
    const [x, y] = [at % side, Math.floor(at / side)]
    const [left, right] = [Math.max(0, x - radius), Math.min(side, x + radius + 1)]
    const [above, below] = [Math.max(0, y - radius) * width, Math.min(side, y + radius + 1) * width]
    return (
      (table[below + right] ?? 0) -
      (table[above + right] ?? 0) -
      (table[below + left] ?? 0) +
      (table[above + left] ?? 0)
    )
  }
}
