// A field for tests: bare ground with stones and clods that lie where they lie, and plants.
const SCALES = [0.12, 0.3, 0.9] as const

/** From 0 to 1, the same at the same place. In metres. */
export const groundAt = (east: number, north: number): number =>
  SCALES.reduce((sum, scale, at) => sum + noise(east / scale, north / scale, at), 0) / SCALES.length

function noise(x: number, y: number, seed: number): number {
  const [left, below] = [Math.floor(x), Math.floor(y)]
  const [right, up] = [smooth(x - left), smooth(y - below)]
  const lower = randomAt(left, below, seed) * (1 - right) + randomAt(left + 1, below, seed) * right
  const upper = randomAt(left, below + 1, seed) * (1 - right) + randomAt(left + 1, below + 1, seed) * right
  return lower * (1 - up) + upper * up
}

const smooth = (part: number): number => part * part * (3 - 2 * part)

function randomAt(x: number, y: number, seed: number): number {
  let bits = Math.imul(x, 374_761_393) + Math.imul(y, 668_265_263) + Math.imul(seed, 974_634_551)
  bits = Math.imul(bits ^ (bits >>> 13), 1_274_126_177)
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32
}
