import { expect, test } from 'vitest'
import { cellFor, columnsOf, placeOn } from './thumbnails.ts'

test.each([1, 900, 1000, 5000, 20_000])(
  '%i pictures fit into the memory for them, and none covers another',
  (count) => {
    const cell = cellFor(count)
    expect(count * cell.width * cell.height).toBeLessThanOrEqual(20_000_000)
    const places = Array.from({ length: count }, (_, at) => placeOn(at, cell))
    expect(new Set(places.map(({ sheet, x, y }) => `${sheet} ${x} ${y}`)).size).toBe(count)
    for (const { x, y } of places) {
      expect(x + cell.width).toBeLessThanOrEqual(2048)
      expect(y + cell.height).toBeLessThanOrEqual(2048)
    }
    expect(columnsOf(cell)).toBeGreaterThan(0)
  },
)
