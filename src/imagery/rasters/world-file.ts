import type { GeoTransform } from '#domain/maps.ts'

const NUMBER = /^[-+.\de]+$/i

/** The six numbers of a world file, which are of the centres of pixels; undefined when it is none. */
export function readWorldFile(text: string): GeoTransform | undefined {
  const words = text.trim().split(/\s+/)
  if (words.length !== 6 || !words.every((word) => NUMBER.test(word) && Number.isFinite(Number(word)))) return undefined
  const [a = 0, d = 0, b = 0, e = 0, x = 0, y = 0] = words.map(Number)
  if (a * e - b * d === 0) return undefined
  return [a, b, x - (a + b) / 2, d, e, y - (d + e) / 2]
}
