import { expect, test } from 'vitest'
import type { Fix } from './adjust.ts'
import type { Vector } from './model.ts'
import { solveModel } from './solve-model.ts'
import { CAMERA, createRandom, losePlace, makeSyntheticFlight, terrain } from './testing/make-synthetic-flight.ts'

const SEEDS = [1, 2, 3, 4]
const rms = (values: readonly number[]): number =>
  Math.sqrt(values.reduce((sum, value) => sum + value ** 2, 0) / values.length)

/** Of flights at 8 m/s with positions that are exact to centimetres: how far the ground is off, in metres, and the sweep that was found. */
function flown({ sweep, hasSpeeds }: { sweep: number; hasSpeeds: boolean }) {
  const truth = makeSyntheticFlight({ cameras: [{ ...CAMERA, lens: { ...CAMERA.lens, sweep } }], speed: 8 })
  const all = SEEDS.map((seed) => {
    const { normal } = createRandom(seed)
    const fixes = new Map(
      truth.views.map(({ name, centre: [x, y, z] }): [string, Fix] => [
        name,
        { at: [x + 0.02 * normal(), y + 0.02 * normal(), z + 0.03 * normal()], across: 0.02, up: 0.03 },
      ]),
    )
    const focals = new Map(truth.views.map(({ name }) => [name, CAMERA.lens.focal]))
    const speeds = new Map(
      hasSpeeds ? truth.views.map(({ name, speed = [0, 0, 0] }): [string, Vector] => [name, speed]) : [],
    )
    const { solved } = solveModel([losePlace(truth)], { fixes, focals, speeds }, truth.views.length)
    if (!solved) throw new Error('There is no model')
    const { count, positions } = solved.model.points
    const off = Array.from({ length: count }, (_, at) => {
      const [x = 0, y = 0, z = 0] = positions.subarray(at * 3, at * 3 + 3)
      return z - terrain(x, y)
    })
    return { off: off.reduce((sum, one) => sum + one, 0) / count, sweep: solved.model.cameras[0]?.lens.sweep ?? 0 }
  })
  return { off: rms(all.map(({ off }) => off)), sweep: rms(all.map((one) => one.sweep)) }
}

test('rows that were taken one after the other lift the ground, unless the speed is known', () => {
  const [without, known] = [flown({ sweep: 0.03, hasSpeeds: false }), flown({ sweep: 0.03, hasSpeeds: true })]
  expect(without.off).toBeGreaterThan(0.1)
  expect(known.off).toBeLessThan(without.off / 2)
  expect(known.sweep).toBeGreaterThan(0.015)
})

test('a shutter that takes all rows at once loses nothing by it', () => {
  const [without, known] = [flown({ sweep: 0, hasSpeeds: false }), flown({ sweep: 0, hasSpeeds: true })]
  expect(known.off).toBeLessThan(without.off + 0.03)
})
