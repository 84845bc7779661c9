import { expect, test } from 'vitest'
import { splitWork } from './split-work.ts'

const plots = (count: number, columns: number) =>
  Array.from({ length: count }, (_, at) => {
    const top = Math.floor(at / columns) * 100
    return { top, bottom: top + 90, area: 1000 }
  })

test('each plot is in one group, and groups are about as large as one another', () => {
  const groups = splitWork(plots(100, 10).toReversed(), { parts: 3 })
  expect(groups.map(({ length }) => length)).toEqual([34, 33, 33])
  expect(new Set(groups.flat()).size).toBe(100)
})

test('no group holds more pixels at a time than there is memory for', () => {
  expect(splitWork(plots(100, 10), { parts: 1, pixelsHeldMax: 10_000 })).toHaveLength(1)
  expect(splitWork(plots(100, 10), { parts: 1, pixelsHeldMax: 4000 })).toHaveLength(3)
  expect(splitWork(plots(3, 1), { parts: 1, pixelsHeldMax: 1 })).toHaveLength(1)
})

test('there are no groups of no plots', () => {
  expect(splitWork([], { parts: 4 })).toEqual([])
  expect(splitWork(plots(1, 1), { parts: 4 })).toEqual([[0]])
})
