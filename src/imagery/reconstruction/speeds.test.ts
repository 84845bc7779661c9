import { expect, test } from 'vitest'
import { type Shot, speedsOf, takesRowsAtOnce } from './speeds.ts'

/** To and fro at 8 m/s, a photo every 2.1 seconds, by a clock of whole seconds. */
const SHOTS = Array.from({ length: 30 }, (_, at): Shot => {
  const [line, along] = [Math.floor(at / 10), at % 10]
  const seconds = at * 2.1 + line * 6
  const north = (line % 2 === 0 ? along : 9 - along) * 2.1 * 8
  return { name: `${at}`, at: [line * 20, north, 100], seconds: Math.floor(seconds) }
})

test('photos of a line have the speed of the flight in its direction', () => {
  const speeds = speedsOf(SHOTS)
  expect(speeds.size).toBe(24)
  for (const [name, [east, north, up]] of speeds) {
    const forth = Math.floor(Number(name) / 10) % 2 === 0 ? 1 : -1
    expect(east).toBeCloseTo(0, 1)
    expect(Math.abs(forth * north - 8)).toBeLessThan(0.8)
    expect(up).toBe(0)
  }
})

test('where a drone turns, hovers, or says no time, its speed is not known', () => {
  expect([...speedsOf(SHOTS).keys()]).not.toContain('9')
  expect(speedsOf(SHOTS.map((shot) => ({ ...shot, seconds: null }))).size).toBe(0)
  expect(speedsOf(SHOTS.map((shot) => ({ ...shot, seconds: 5 }))).size).toBe(0)
  expect(speedsOf(SHOTS.map((shot, at) => ({ ...shot, at: [0.1 * at, 0, 0] }))).size).toBe(0)
})

test('cameras with a leaf shutter are known by their names', () => {
  expect(['FC6310R', 'M3E', 'ZenmuseP1', 'FC330', null].map(takesRowsAtOnce)).toEqual([true, true, true, false, false])
})
