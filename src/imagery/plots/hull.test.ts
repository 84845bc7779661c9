import { array, assert, integer, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { hullOf } from './hull.ts'
import type { Position } from './polygon.ts'

const turn = ([ax, ay]: Position, [bx, by]: Position, [cx, cy]: Position) =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

const place = integer({ min: -12, max: 12 })
const places = array(tuple(place, place), { maxLength: 60 })

test('a hull has given positions as its corners, turns left at each, and leaves no position outside', () => {
  assert(
    property(places, (positions) => {
      const hull = hullOf(positions)
      const after = (at: number) => hull[at % hull.length] ?? [0, 0]
      const edges = hull.length < 3 ? [] : hull.map((corner, at) => [corner, after(at + 1), after(at + 2)] as const)
      const given = new Set(positions.map(String))
      expect(hull.filter((corner) => !given.has(String(corner)))).toEqual([])
      expect(edges.filter(([one, two, three]) => turn(one, two, three) <= 0)).toEqual([])
      expect(edges.flatMap(([one, two]) => positions.filter((at) => turn(one, two, at) < 0))).toEqual([])
    }),
  )
})

test('fewer than three corners are of positions on one line', () => {
  assert(
    property(places, (positions) => {
      const [first = [0, 0]] = positions
      const isLine = positions.every((one) => positions.every((other) => turn(first, one, other) === 0))
      expect(hullOf(positions).length < 3).toBe(isLine)
    }),
  )
})
