import { expect, test } from 'vitest'
import { type Layout, layOut } from './layout.ts'
import { coverOf, type PlantMap } from './plant-map.ts'
import type { Position } from './polygon.ts'
import { snapPlots } from './snap.ts'

const LAYOUT: Layout = {
  corners: [
    [2, 3],
    [12, 5],
  ],
  rows: 2,
  columns: 3,
  plotLength: 4,
  plotWidth: 1.5,
  gapLength: 1,
  gapWidth: 0.6,
  idPattern: '{number}',
  firstNumber: 1,
  step: 1,
  offsets: {},
}

const ringsOf = (layout: Layout) => {
  const laid = layOut(layout)
  if ('problem' in laid) throw new Error(laid.problem)
  return laid.plots.map(({ ring }) => ring)
}

const isWithin = (ring: readonly Position[], x: number, y: number) =>
  ring.every(([ax, ay], at) => {
    const [bx, by] = ring[(at + 1) % ring.length] ?? [0, 0]
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0
  })

/** A field of 15 by 20 m at 2 cm, with plants within the plots of a layout. */
function fieldOf(layout: Layout): PlantMap {
  const [columns, rows] = [750, 1000]
  const cells = new Uint8Array(columns * rows)
  const rings = ringsOf(layout)
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const [x, y] = [(column + 0.5) / 50, 20 - (row + 0.5) / 50]
      const isPlant = rings.some((ring) => isWithin(ring, x, y))
      cells[row * columns + column] = isPlant ? coverOf([60, 120, 40, 255], 0) : coverOf([180, 150, 120, 255], 0)
    }
  return { left: 0, top: 20, pixel: [0.02, 0.02], columns, rows, cells }
}

test('plots that lie beside their plants are shifted to them, all alike or one by one', () => {
  const moved: Layout = { ...LAYOUT, offsets: { '1-2': [0.5, 0.1] } }
  const { block, plots } = snapPlots(
    ringsOf({
      ...LAYOUT,
      corners: [
        [1.8, 2.7],
        [11.8, 4.7],
      ],
    }),
    fieldOf(moved),
  )
  expect(Math.hypot(block.by[0] - 0.2, block.by[1] - 0.3)).toBeLessThan(0.12)
  expect(block.after).toBeGreaterThan(block.before + 0.1)
  const [, second, third] = plots
  expect(Math.hypot((second?.by[0] ?? 0) - 0.7, (second?.by[1] ?? 0) - 0.4)).toBeLessThan(0.12)
  expect(second?.isMisfit).toBe(true)
  expect(Math.hypot((third?.by[0] ?? 0) - 0.2, (third?.by[1] ?? 0) - 0.3)).toBeLessThan(0.12)
  expect(third?.after).toBeGreaterThan(0.8)
})

test('plots stay where the photo shows no difference, or nothing at all', () => {
  const field = fieldOf(LAYOUT)
  const still = (cover: PlantMap) => snapPlots(ringsOf(LAYOUT), cover).plots.map(({ by }) => Math.hypot(...by))
  expect(still(field)).toEqual([0, 0, 0, 0, 0, 0])
  expect(still({ ...field, cells: field.cells.map(() => coverOf([60, 120, 40, 255], 0)) })).toEqual([0, 0, 0, 0, 0, 0])
  expect(still({ ...field, cells: field.cells.map(() => coverOf([60, 120, 40, 0], 0)) })).toEqual([0, 0, 0, 0, 0, 0])
})
