import { assert, double, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { levelRotation, levelRotationOf } from './level-rotation.ts'
import type { Position } from './polygon.ts'

/** A rectangle whose first edge has an angle, counter-clockwise from east. */
function plotAt(angle: number, [width, height]: readonly [number, number]): Position[] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const corners: Position[] = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
    [0, 0],
  ]
  return corners.map(([x, y]) => [500_000 + x * cos - y * sin, 5_000_000 + x * sin + y * cos])
}

test('plots lie level after the turn, and never turn by more than an eighth', () => {
  const sides = tuple(double({ min: 1, max: 20, noNaN: true }), double({ min: 1, max: 20, noNaN: true }))
  assert(
    property(double({ min: -3, max: 3, noNaN: true }), sides, (angle, size) => {
      const turned = levelRotation([plotAt(angle, size)])
      expect(Math.abs(turned)).toBeLessThanOrEqual(Math.PI / 4 + 1e-9)
      expect(Math.sin(2 * (angle - turned))).toBeCloseTo(0, 6)
    }),
  )
})

test('plots without a common direction are not turned', () => {
  const round = Array.from({ length: 60 }, (_, at): Position => [Math.cos(at / 9.55), Math.sin(at / 9.55)])
  expect(levelRotation([round])).toBe(0)
  expect(levelRotation([])).toBe(0)
})

test('of many plots, in other coordinates, some say how all lie', () => {
  const [cos, sin] = [Math.cos(0.3), Math.sin(0.3)]
  const outlines = Array.from({ length: 1000 }, (_, at): Position[] => {
    const [x, y] = [(at % 40) * 2, Math.floor(at / 40) * 6]
    return [
      [x, y],
      [x + 1.5, y],
      [x + 1.5, y + 5],
      [x, y + 5],
    ]
  })
  const angle = levelRotationOf(outlines, ([x, y]) => [x * cos - y * sin, x * sin + y * cos])
  expect(angle).toBeCloseTo(0.3, 9)
})
