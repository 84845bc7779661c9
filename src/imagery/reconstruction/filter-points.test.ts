import { expect, test } from 'vitest'
import { withoutSpikes } from './filter-points.ts'
import type { TiePoints } from './model.ts'

/** As two photos show each. */
const pointsAt = (places: readonly number[][]): TiePoints => ({
  count: places.length,
  positions: Float64Array.from(places.flat()),
  colours: new Uint8Array(places.length * 3),
  starts: Uint32Array.from({ length: places.length + 1 }, (_, at) => at * 2),
  views: Uint32Array.from({ length: places.length * 2 }, (_, at) => at % 2),
  pixels: new Float64Array(places.length * 4),
})

/** Round. */
const ground = Array.from({ length: 100 }, (_, at) => [
  4.5 + Math.sqrt(at / 3) * Math.cos(2.4 * at),
  4.5 + Math.sqrt(at / 3) * Math.sin(2.4 * at),
  100 + Math.sin(at) / 10,
])
const left = (added: readonly number[][]): number => withoutSpikes(pointsAt([...ground, ...added])).count

test.each([
  ['a wrong match before a camera', [[4.5, 4.5, 139.8]]],
  [
    'two of them in the very same place',
    [
      [4.5, 4.5, 139.8],
      [4.5, 4.5, 139.8],
    ],
  ],
  ['one at the very edge, with few neighbours', [[10.18, 5.4, -200]]],
])('%s is left out, and the ground stays', (_, wrong) => {
  expect(left(wrong)).toBe(ground.length)
})

test.each([
  ['in the very same place', 0],
  ['apart by less than triangles can tell', Number.EPSILON],
])('points of the ground %s stay', (_, apart) => {
  const small = ground.map(([x = 0, y = 0, height = 0]) => [x / 20, y / 20, height])
  const twins = small.flatMap(([x = 0, y = 0, height = 0]) => [
    [x, y, height],
    [x * (1 + apart), y, height],
  ])
  expect(withoutSpikes(pointsAt(twins)).count).toBe(2 * ground.length)
})
