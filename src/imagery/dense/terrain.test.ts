import { expect, test } from 'vitest'
import { type Shown, terrainOf } from './terrain.ts'

const CELL = 0.05
/** It ends within a plot. */
const SIDE = 590

type Place = readonly [x: number, y: number]
const hill = ([x, y]: Place): number => 80 + 0.08 * x + 0.3 * Math.sin(y / 12)

/** In metres from the corner: `above` the ground stands what is no soil, or looks like it. */
function shown(above: (place: Place) => { height: number; isPlant: boolean }): Shown {
  const soil = new Float32Array(SIDE * SIDE)
  const isPlant = new Uint8Array(SIDE * SIDE)
  for (let at = 0; at < soil.length; at += 1) {
    const place = [(at % SIDE) * CELL, Math.floor(at / SIDE) * CELL] as const
    const stands = above(place)
    isPlant[at] = Number(stands.isPlant)
    soil[at] = stands.isPlant ? Number.NaN : hill(place) + stands.height
  }
  return { width: SIDE, height: SIDE, cell: CELL, soil, isPlant }
}

/** In centimetres, of the terrain against the hill. */
function errorsOf(of: Shown): number[] {
  const { width, cell, heights } = terrainOf(of)
  return [...heights].map(
    (height, at) => 100 * (height - hill([((at % width) + 0.4) * cell, (Math.floor(at / width) + 0.4) * cell])),
  )
}

const BARE = { height: 0, isPlant: false }
const isPlot = ([x, y]: Place) => x % 2 < 1.6 && y % 2 < 1.6

test('below plots, the terrain is the soil between them, which plants raise beside them', () => {
  const errors = errorsOf(
    shown((place) => {
      if (isPlot(place)) return { height: 0.8, isPlant: true }
      const [x, y] = [place[0] % 2, place[1] % 2]
      const isBeside = (x < 1.65 && y < 1.65) || x > 1.95 || y > 1.95
      return { height: isBeside ? 0.2 : 0, isPlant: false }
    }),
  )
  expect(errors.some(Number.isNaN)).toBe(false)
  expect(Math.max(...errors.map(Math.abs))).toBeLessThan(4)
})

test('a roof and dry plants are no ground, whatever their colour', () => {
  const errors = errorsOf(
    shown(([x, y]) => {
      if (x > 8 && x < 16 && y > 10 && y < 18) return { height: 2.5, isPlant: false }
      return x > 20 && x < 21.5 && y % 3 < 2 ? { height: 0.7, isPlant: false } : BARE
    }),
  )
  const known = errors.filter((one) => !Number.isNaN(one))
  expect(Math.max(...known.map(Math.abs))).toBeLessThan(6)
})

test('where plants hide the ground, there is none', () => {
  const { width, heights, cell } = terrainOf(shown(([x]) => (x > 10 ? { height: 1, isPlant: true } : BARE)))
  const at = (x: number) => heights[Math.floor(15 / cell) * width + Math.floor(x / cell)] ?? 0
  expect(at(9)).not.toBeNaN()
  expect(at(11)).not.toBeNaN()
  expect(at(14)).toBeNaN()
  expect(heights.filter((one) => !Number.isNaN(one)).length / heights.length).toBeCloseTo(0.4, 1)
})

test('of a map without any soil there is no terrain', () => {
  const { heights } = terrainOf(shown(() => ({ height: 1, isPlant: true })))
  expect(heights.every(Number.isNaN)).toBe(true)
})

const isPatch = ([x, y]: Place) => x > 22 && x < 23.6 && y > 13 && y < 14.6

test('a small patch that stands alone, where matching failed, is no ground', () => {
  const { width, cell, heights } = terrainOf(
    shown((place) => {
      if (place[0] < 8) return BARE
      return isPatch(place) ? { height: -6, isPlant: false } : { height: 1, isPlant: true }
    }),
  )
  const at = (x: number) => heights[Math.floor(13.8 / cell) * width + Math.floor(x / cell)]
  expect(at(22.8)).toBeNaN()
  expect(at(4)).not.toBeNaN()
})
