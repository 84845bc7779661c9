import { assert, double, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { distanceTo, edgesOf, isInside } from './crossings.ts'
import { insetPolygon } from './inset.ts'
import { areaOf, type Polygon, type Position } from './polygon.ts'

const square = (from: number, to: number): Position[] => [
  [from, from],
  [to, from],
  [to, to],
  [from, to],
]

const turned = (points: readonly Position[], degrees: number): Position[] => {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  return points.map(([x, y]) => [cos * x - sin * y + 315_800, sin * x + cos * y + 4_900_900])
}
const PLOT: Position[] = [
  [0, 0],
  [5, 0],
  [5, 1.5],
  [0, 1.5],
]
const L_SHAPE: Position[] = [
  [0, 0],
  [6, 0],
  [6, 2],
  [2, 2],
  [2, 6],
  [0, 6],
]

test.each([0, 30, 90, 137, 300])('a plot turned by %d degrees loses its margin at ends and sides', (degrees) => {
  const inset = insetPolygon([[turned(PLOT, degrees)]], { ends: 0.5, sides: 0.2 })
  const corners: Position[] = [
    [0.5, 0.2],
    [4.5, 0.2],
    [4.5, 1.3],
    [0.5, 1.3],
  ]
  expect(inset).toHaveLength(1)
  for (const [at, [x, y]] of turned(corners, degrees).entries()) {
    expect(inset?.[0]?.[0]?.[at]?.[0]).toBeCloseTo(x, 6)
    expect(inset?.[0]?.[0]?.[at]?.[1]).toBeCloseTo(y, 6)
  }
})

test('of a plot narrower than its margin nothing is left', () => {
  expect(insetPolygon([[PLOT]], { ends: 0, sides: 0.75 })).toEqual([])
  expect(insetPolygon([[PLOT]], { ends: 3, sides: 0.1 })).toEqual([])
})

test('a reflex corner stays one', () => {
  expect(areaOf(insetPolygon([[L_SHAPE]], { ends: 0.5, sides: 0.5 }) ?? [])).toBeCloseTo(9, 6)
})

test('a plot that is narrow in its middle falls apart', () => {
  const waist: Position[] = [
    [0, 0],
    [2, 0],
    [2, 0.9],
    [4, 0.9],
    [4, 0],
    [6, 0],
    [6, 2],
    [4, 2],
    [4, 1.1],
    [2, 1.1],
    [2, 2],
    [0, 2],
  ]
  const inset = insetPolygon([[waist]], { ends: 0.3, sides: 0.3 })
  expect(inset).toHaveLength(2)
  expect(areaOf(inset ?? [])).toBeCloseTo(2 * 1.4 * 1.4, 6)
})

test('holes grow; a hole too near the edge for the margin is said', () => {
  const polygon: Polygon = [[square(0, 10), square(4, 6)]]
  expect(areaOf(insetPolygon(polygon, { ends: 1, sides: 1 }) ?? [])).toBeCloseTo(64 - 16, 6)
  expect(insetPolygon(polygon, { ends: 2.5, sides: 2.5 })).toEqual([])
  expect(insetPolygon([[square(0, 10), square(1, 3)]], { ends: 1, sides: 1 })).toBeUndefined()
})

test('what is left of any quadrilateral is as far from every edge as the margin', () => {
  const coordinate = double({ min: 0, max: 1, noNaN: true })
  const corners = tuple(coordinate, coordinate, coordinate, coordinate)
  assert(
    property(corners, double({ min: 0.01, max: 3, noNaN: true }), ([a, b, c, d], margin) => {
      const ring: Position[] = [
        [a, b],
        [5 + c, d],
        [6 - a, 7 - b],
        [c, 6 + d],
      ]
      const inset = insetPolygon([[ring]], { ends: margin, sides: margin }) ?? []
      for (let x = 0; x < 7; x += 0.37)
        for (let y = 0; y < 7; y += 0.37) {
          const nearest = Math.min(...edgesOf(ring).map((edge) => distanceTo(edge, [x, y])))
          if (Math.abs(nearest - margin) < 1e-6) continue
          const isLeft = inset.some((rings) => isInside(rings[0] ?? [], [x, y]))
          expect(isLeft).toBe(isInside(ring, [x, y]) && nearest > margin)
        }
    }),
  )
})
