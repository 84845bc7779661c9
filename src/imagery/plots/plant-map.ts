/** Where plants are on a photo, pixel by pixel, row by row from the upper left. */
export type PlantMap = {
  left: number
  top: number
  /** Width and height of a pixel. */
  pixel: readonly [number, number]
  columns: number
  rows: number
  /** Each UNKNOWN, SOIL or PLANTS. */
  cells: Uint8Array
}

const UNKNOWN = 0
export const SOIL = 1
export const PLANTS = 2

export function coverAt({ left, top, pixel, columns, rows, cells }: PlantMap, x: number, y: number): number {
  const column = Math.floor((x - left) / pixel[0])
  const row = Math.floor((top - y) / pixel[1])
  return column < 0 || row < 0 || column >= columns || row >= rows
    ? UNKNOWN
    : (cells[row * columns + column] ?? UNKNOWN)
}

/** Excess green above which a pixel counts as plants. */
const PLANTS_ABOVE = 0.1

/** Of red, green, blue and opacity, which begin at a place. */
export function coverOf(rgba: ArrayLike<number>, from: number): number {
  const [red = 0, green = 0, blue = 0, alpha = 0] = [rgba[from], rgba[from + 1], rgba[from + 2], rgba[from + 3]]
  const sum = red + green + blue
  if (alpha < 128 || sum === 0) return UNKNOWN
  return (2 * green - red - blue) / sum > PLANTS_ABOVE ? PLANTS : SOIL
}
