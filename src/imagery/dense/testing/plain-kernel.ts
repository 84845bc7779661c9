// The kernel in plain JavaScript, written for reading: what it computes, the one in WebAssembly has to compute byte by byte.
import { BLOCK, COMPARISONS, COST_MAX, costOf, keptOf } from '../kernel/create-kernel.ts'

const SIDE = BLOCK + 4

/** In pixels of the photo, which are rounded to 1/65536: corners from the upper left by rows. */
export type PlainPhoto = { width: number; pixels: Uint8Array; corners: readonly number[] }

/** What a photo shows of a block and two cells around it. */
function patchOf({ width, pixels, corners }: PlainPhoto): Uint8Array {
  const whole = corners.map((one) => Math.round(one * 65_536))
  const part = (from: number, to: number) => Math.trunc(((whole[to] ?? 0) - (whole[from] ?? 0)) / (SIDE - 1))
  const [leftX, leftY, rightX, rightY] = [part(0, 4), part(1, 5), part(2, 6), part(3, 7)]
  const patch = new Uint8Array(SIDE * SIDE)
  for (let row = 0; row < SIDE; row += 1) {
    const from = [(whole[0] ?? 0) + row * leftX, (whole[1] ?? 0) + row * leftY] as const
    const to = [(whole[2] ?? 0) + row * rightX, (whole[3] ?? 0) + row * rightY] as const
    const [acrossX, acrossY] = [Math.trunc((to[0] - from[0]) / (SIDE - 1)), Math.trunc((to[1] - from[1]) / (SIDE - 1))]
    for (let column = 0; column < SIDE; column += 1) {
      const [x, y] = [from[0] + column * acrossX, from[1] + column * acrossY]
      const at = (y >> 16) * width + (x >> 16)
      const [partX, partY] = [(x >> 8) & 255, (y >> 8) & 255]
      const mix = (one: number) => (pixels[one] ?? 0) * (256 - partX) + (pixels[one + 1] ?? 0) * partX
      patch[row * SIDE + column] = (mix(at) * (256 - partY) + mix(at + width) * partY + 32_768) >> 16
    }
  }
  return patch
}

/** Costs of the cells of a block at one height, and the differences of all photos. */
export function plainCosts(photos: readonly PlainPhoto[]): { costs: number[]; all: number[] } {
  const patches = photos.map(patchOf)
  const kept = keptOf(photos.length)
  const costs: number[] = []
  const all: number[] = []
  for (let cell = 0; cell < BLOCK * BLOCK; cell += 1) {
    const middle = (Math.floor(cell / BLOCK) + 2) * SIDE + (cell % BLOCK) + 2
    const differs = photos.map(() => 0)
    for (let neighbour = 0; neighbour <= COMPARISONS; neighbour += 1) {
      if (neighbour === COMPARISONS / 2) continue
      const at = middle + (Math.floor(neighbour / 5) - 2) * SIDE + (neighbour % 5) - 2
      const says = patches.map((patch) => (patch[at] ?? 0) > (patch[middle] ?? 0))
      const most = says.filter(Boolean).length > photos.length / 2
      for (const [photo, one] of says.entries()) differs[photo] = (differs[photo] ?? 0) + Number(one !== most)
    }
    const least = differs.toSorted((one, other) => one - other).slice(0, kept)
    costs.push(Math.min(COST_MAX, costOf(sumOf(least), kept)))
    all.push(sumOf(differs))
  }
  return { costs, all }
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0)

/** Of each cell its block's lowest height, and the costs from there. */
export type PlainVolume = {
  width: number
  height: number
  cells: readonly { lowest: number; costs: readonly number[] }[]
}

/** The sums of all eight directions, as Hirschmüller has them (https://doi.org/10.1109/TPAMI.2007.1166). */
export function plainSums({ width, height, cells }: PlainVolume, near: number, any: number): number[][] {
  const sums = cells.map(({ costs }) => costs.map(() => 0))
  for (const [across, down] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
    [1, 1],
    [-1, -1],
    [-1, 1],
    [1, -1],
  ] as const) {
    const paths: number[][] = []
    for (let line = 0; line < height; line += 1)
      for (let place = 0; place < width; place += 1) {
        const x = across >= 0 ? place : width - 1 - place
        const y = down >= 0 ? line : height - 1 - line
        const cell = cells[y * width + x]
        const isFirst = x - across < 0 || x - across >= width || y - down < 0 || y - down >= height
        const beforeAt = (y - down) * width + x - across
        const before = isFirst ? undefined : paths[beforeAt]
        const by = (cell?.lowest ?? 0) - (cells[beforeAt]?.lowest ?? 0)
        const least = before ? Math.min(...before) : 0
        const path = (cell?.costs ?? []).map((cost, at) => {
          if (!before) return cost
          const pathAt = (one: number) => before[one + by] ?? Number.POSITIVE_INFINITY
          return cost - least + Math.min(pathAt(at), pathAt(at - 1) + near, pathAt(at + 1) + near, least + any)
        })
        paths[y * width + x] = path
        const sum = sums[y * width + x] ?? []
        for (const [at, one] of path.entries()) sum[at] = (sum[at] ?? 0) + one
      }
  }
  return sums
}
