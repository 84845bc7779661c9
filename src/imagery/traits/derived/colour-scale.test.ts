import { expect, test } from 'vitest'
import { classColours, classEdges, colourOf, scaleOf } from './colour-scale.ts'

test('a value that is far off leaves the others their colours', () => {
  const values = [...Array.from({ length: 100 }, (_, at) => at / 100), 900, null]
  const scale = scaleOf(values)
  expect(scale?.[1]).toBeLessThan(1)
  expect(scaleOf([null])).toBeNull()
  expect(scaleOf([3, 3])).toEqual([2.5, 3.5])
})

test('the ramp begins with soil, ends with canopy, and holds what is beyond', () => {
  expect(colourOf(0, [0, 1])).toBe('rgb(243 233 210)')
  expect(colourOf(7, [0, 1])).toBe('rgb(21 47 74)')
})

test('a class has one colour from its lower edge to its upper one, and the outermost hold what is beyond', () => {
  const colours = { ramp: 'heights', classes: 5 } as const
  expect(classEdges([0, 50], 5)).toEqual([0, 10, 20, 30, 40, 50])
  const css = classColours(colours).map((colour) => `rgb(${colour.map(Math.round).join(' ')})`)
  expect(new Set(css).size).toBe(5)
  const values = [-7, 0, 9.9, 10, 29, 30, 40, 50, 900]
  const expected = [0, 0, 0, 1, 2, 3, 4, 4, 4].map((at) => css[at])
  expect(values.map((value) => colourOf(value, [0, 50], colours))).toEqual(expected)
  expect(colourOf(0, [0, 50], { ...colours, opacity: 0.5 })).toBe('rgb(68 1 84 / 0.5)')
})
