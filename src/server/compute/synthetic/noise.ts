// Chance that is the same each time.

/** From 0 to 1, always the same for the same numbers. */
export function chance(a: number, b: number, seed = 0): number {
  let hash = Math.imul(a | 0, 0x9e37_79b1) ^ Math.imul(b | 0, 0x85eb_ca77) ^ Math.imul(seed + 1, 0xc2b2_ae3d)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d)
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a_2d39)
  return ((hash ^ (hash >>> 15)) >>> 0) / 0x1_0000_0000
}

const mix = (from: number, to: number, part: number): number => from + (to - from) * part * part * (3 - 2 * part)

/** From 0 to 1, smooth between whole numbers. */
export function noise(x: number, y: number, seed: number): number {
  const [left, bottom] = [Math.floor(x), Math.floor(y)]
  const [dx, dy] = [x - left, y - bottom]
  return mix(
    mix(chance(left, bottom, seed), chance(left + 1, bottom, seed), dx),
    mix(chance(left, bottom + 1, seed), chance(left + 1, bottom + 1, seed), dx),
    dy,
  )
}
