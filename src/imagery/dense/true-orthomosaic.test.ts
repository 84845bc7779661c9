import { expect, test } from 'vitest'
import type { Camera, Matrix, Vector, View } from '../reconstruction/model.ts'
import { frameOf, type Picture } from '../reconstruction/orthomosaic.ts'
import { cleanSurface } from './clean-surface.ts'
import type { CellTile } from './surface-tile.ts'
import { layOutTrueOrthomosaic } from './true-orthomosaic.ts'

// Flat ground of 24 x 20 m with a box 3 m high, from photos at 30 m.
const [WIDTH, HEIGHT, CELL] = [24, 20, 0.1]
const BOX = { west: 9, east: 13, south: 8, north: 12, top: 3 }
const camera: Camera = { width: 400, height: 300, lens: { focal: 400, x: 200, y: 150, k1: 0, k2: 0, p1: 0, p2: 0 } }
const DOWN: Matrix = [1, 0, 0, 0, -1, 0, 0, 0, -1]
const views = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(
  (at): View => ({
    name: `${at}`,
    camera: 0,
    rotation: DOWN,
    centre: [3 + (at % 3) * 9, 2 + Math.floor(at / 3) * 8, 30],
  }),
)
const grid = { west: 0, north: HEIGHT, cell: CELL, width: WIDTH / CELL, height: HEIGHT / CELL }
const isInBox = (x: number, y: number) => x > BOX.west && x < BOX.east && y > BOX.south && y < BOX.north
const heightAt = (column: number, row: number) =>
  isInBox((column + 0.5) * CELL, HEIGHT - (row + 0.5) * CELL) ? BOX.top : 0
const readFrom =
  (of: (column: number, row: number) => number) =>
  ({ left, top, width, height }: CellTile) =>
    Float32Array.from({ length: width * height }, (_, at) => of(left + (at % width), top + Math.floor(at / width)))

/** Whether a straight line goes through the box: where it enters each pair of sides, and leaves them. */
function isHidden([x, y, z]: Vector, [cx, cy, cz]: Vector): boolean {
  const spans = [
    [x, cx, BOX.west, BOX.east],
    [y, cy, BOX.south, BOX.north],
    [z, cz, -1, BOX.top],
  ].map(([from = 0, to = 0, low = 0, high = 0]) =>
    to === from
      ? ([from > low && from < high ? 0 : 2, 1] as const)
      : ([
          Math.min((low - from) / (to - from), (high - from) / (to - from)),
          Math.max((low - from) / (to - from), (high - from) / (to - from)),
        ] as const),
  )
  const enters = Math.max(0.001, ...spans.map(([first]) => first))
  return enters < Math.min(1, ...spans.map(([, last]) => last))
}

const isShown = ([x, y, z]: Vector, [cx, cy, cz]: Vector) =>
  Math.abs((400 * (x - cx)) / (cz - z)) < 199 && Math.abs((400 * (y - cy)) / (cz - z)) < 149

test('each pixel is of the nearest photo that sees it past what stands there', () => {
  const surface = {
    ...grid,
    cell: 1,
    width: WIDTH,
    height: HEIGHT,
    heights: new Float32Array(WIDTH * HEIGHT),
    isMeasured: new Uint8Array(WIDTH * HEIGHT).fill(1),
  }
  const frame = frameOf({ surface, isCovered: new Uint8Array(WIDTH * HEIGHT).fill(1), pixel: CELL })
  const orthomosaic = layOutTrueOrthomosaic({
    frame,
    west: 0,
    north: HEIGHT,
    pixel: CELL,
    model: { cameras: [camera], views },
    gains: new Float64Array(views.length * 3).fill(0.5),
    grid,
    readCells: readFrom(heightAt),
    groundAt: () => 0,
  })
  const pictures = new Map(
    views.map((_, at): [number, Picture] => [
      at,
      { width: 400, height: 300, rgb: new Uint8Array(400 * 300 * 3).fill(20 * (at + 1)) },
    ]),
  )
  let [right, wrong, past] = [0, 0, 0]
  for (const tile of orthomosaic.tiles) {
    expect([...orthomosaic.viewsOf(tile)].every((view) => view < views.length)).toBe(true)
    const { plain, blended } = orthomosaic.draw(tile, pictures)
    for (let row = 0; row < tile.height; row += 1)
      for (let column = 0; column < tile.width; column += 1) {
        const [x, y] = [(tile.left + column + 0.5) * CELL, HEIGHT - (tile.top + row + 0.5) * CELL]
        const place: Vector = [x, y, heightAt(tile.left + column, tile.top + row)]
        const inOrder = [...views.keys()]
          .filter((at) => isShown(place, views[at]?.centre ?? place))
          .sort((one, other) => awayOf(one, place) - awayOf(other, place))
        const clear = inOrder.filter((at) => !isHidden(place, views[at]?.centre ?? place))
        const expected = clear[0] ?? inOrder[0] ?? -1
        if (expected !== inOrder[0]) past += 1
        const value = plain[(row * tile.width + column) * 4] ?? 0
        if (value === 20 * (expected + 1)) right += 1
        else wrong += 1
        expect(blended[(row * tile.width + column) * 4]).toBe(Math.floor(value / 2 + 0.5))
      }
  }
  expect(past).toBeGreaterThan(300)
  // At the edge of a shadow cells decide, and not lines.
  expect(wrong / (right + wrong)).toBeLessThan(0.005)
})

const awayOf = (view: number, [x, y]: Vector): number => {
  const [cx, cy] = views[view]?.centre ?? [0, 0]
  return Math.hypot(cx - x, cy - y)
}

const isHole = (column: number, row: number) => (column > 500 && column < 530 && row > 300 && row < 320) || column > 900

const raw = (column: number, row: number) =>
  isHole(column, row) ? Number.NaN : column / 1000 + (column % 50 === 7 && row % 50 === 7 ? 4 : 0) + 1

test('a clean surface has no holes and no single steps, and is the same in any part', () => {
  const large = { ...grid, width: 1100, height: 700 }
  const read = cleanSurface({ grid: large, readCells: readFrom(raw), groundAt: (x) => x / CELL / 1000 - 0.0005 })
  const whole = read({ left: 0, top: 0, width: large.width, height: large.height })
  const errors = whole.map((height, at) => Math.abs(height - (at % large.width) / 1000 - 1))
  expect(errors.every((error, at) => at % large.width >= 1000 || error < 0.01)).toBe(true)
  const part = { left: 490, top: 290, width: 60, height: 250 }
  const cells = read(part)
  expect(
    cells.every(
      (height, at) =>
        height === whole[(part.top + Math.floor(at / part.width)) * large.width + part.left + (at % part.width)],
    ),
  ).toBe(true)
})

test('any part of a surface that is narrower than a tile is there', () => {
  const narrow = { ...grid, width: 300, height: 900 }
  const read = cleanSurface({ grid: narrow, readCells: readFrom(() => 1), groundAt: () => 0 })
  expect(read({ left: 0, top: 400, width: 300, height: 50 }).every((height) => height === 1)).toBe(true)
})
