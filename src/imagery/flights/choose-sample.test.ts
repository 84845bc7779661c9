import { expect, test } from 'vitest'
import { chooseSample } from './choose-sample.ts'

const MB = 1_000_000
const chosenOf = (sizes: readonly number[], archiveBytes = sizes.reduce((sum, size) => sum + size, 0)) => {
  const isChosen = chooseSample(sizes, archiveBytes)
  return sizes.flatMap((_, at) => (isChosen(at) ? [at] : []))
}
const photosOf = (count: number, size: number) => Array.from({ length: count }, () => size)

test('all photos are looked at where that is a twentieth of the archive, or where they are few', () => {
  expect(chosenOf(photosOf(1000, 5 * MB))).toHaveLength(1000)
  expect(chosenOf(photosOf(24, 1 * MB))).toHaveLength(24)
})

test('of smaller photos as many as a twentieth allows, spread evenly; a few in any case', () => {
  const some = chosenOf(photosOf(1000, 2.4 * MB))
  const readBytes = 1000 * 80 * 1024 + some.length * 64 * 1024
  expect(readBytes / (1000 * 2.4 * MB)).toBeLessThan(0.05)
  expect(readBytes / (1000 * 2.4 * MB)).toBeGreaterThan(0.049)
  const gaps = some.slice(1).map((at, index) => at - (some[index] ?? 0))
  expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(1)
  expect(chosenOf(photosOf(1000, 1 * MB))).toHaveLength(24)
  expect(chosenOf([])).toEqual([])
})

test('photos that are much smaller than those beside them are looked at first', () => {
  const sizes = photosOf(1000, 1 * MB)
  for (const at of [0, 333, 999]) sizes[at] = 0.3 * MB
  expect(chosenOf(sizes)).toEqual(expect.arrayContaining([0, 333, 999]))
  expect(chosenOf(sizes.map((size, at) => (at % 5 === 0 ? size / 4 : size)))).toHaveLength(24)
})
