import { expect, test } from 'vitest'
import { createPlaneFit } from '../numbers/fit-plane.ts'
import { fitQuadratic } from '../numbers/fit-quadratic.ts'
import type { Fix } from './adjust.ts'
import { bendOf } from './bend.ts'
import type { TiePoints } from './model.ts'
import { knownOf, solveModel } from './solve-model.ts'
import { CAMERA, createRandom, losePlace, makeSyntheticFlight, terrain } from './testing/make-synthetic-flight.ts'

type Receiver = { across: number; up: number }
const GPS: Receiver = { across: 1.5, up: 2 }
const RTK: Receiver = { across: 0.02, up: 0.03 }

/** Against the ground that was photographed, without any model of ours but the fits. */
function errorsOf({ count, positions }: TiePoints) {
  const axis = (of: number) => Float64Array.from({ length: count }, (_, at) => positions[at * 3 + of] ?? 0)
  const [x, y, z] = [axis(0), axis(1), axis(2)]
  const surface = fitQuadratic({ x, y, height: z.map((height, at) => height - terrain(x[at] ?? 0, y[at] ?? 0)) })
  const fitted = z.map((_, at) => surface?.heightAt(x[at] ?? 0, y[at] ?? 0) ?? Number.NaN)
  const plane = createPlaneFit()
  for (const [at, height] of fitted.entries()) plane.add(x[at] ?? 0, y[at] ?? 0, height)
  const flat = plane.plane()
  if (!flat) throw new Error('There is no plane')
  const left = fitted.map(
    (height, at) => height - flat.z - flat.alongX * ((x[at] ?? 0) - flat.x) - flat.alongY * ((y[at] ?? 0) - flat.y),
  )
  return {
    levelMetres: Math.abs(flat.z),
    tiltPercent: 100 * Math.hypot(flat.alongX, flat.alongY),
    bowMetres: Math.max(...left) - Math.min(...left),
  }
}

const truth = makeSyntheticFlight()
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const rms = (values: readonly number[]): number =>
  Math.sqrt(values.reduce((sum, value) => sum + value ** 2, 0) / values.length)

/** What the halves say by what is true, over flights that differ by the errors of their positions alone. */
function ratiosOf({ across, up }: Receiver) {
  const all = SEEDS.map((seed) => {
    const { normal } = createRandom(seed)
    const fixes = new Map(
      truth.views.map(({ name, centre: [x, y, z] }): [string, Fix] => [
        name,
        { at: [x + across * normal(), y + across * normal(), z + up * normal()], across, up },
      ]),
    )
    const focals = new Map(truth.views.map(({ name, camera }) => [name, truth.cameras[camera]?.lens.focal ?? 1]))
    const { solved } = solveModel([losePlace(truth)], { fixes, focals }, truth.views.length)
    const said = solved && bendOf(solved.model, knownOf(solved.model, { fixes, focals }))
    if (!said) throw new Error('The halves say nothing')
    return { said, is: errorsOf(solved.model.points) }
  })
  const ratio = (of: 'levelMetres' | 'tiltPercent' | 'bowMetres') =>
    rms(all.map(({ said }) => said[of])) / rms(all.map(({ is }) => is[of]))
  return { level: ratio('levelMetres'), tilt: ratio('tiltPercent'), bow: ratio('bowMetres') }
}

test('level and tilt by halves are as large as they are in truth, with positions of usual receivers', () => {
  const { level, tilt } = ratiosOf(GPS)
  for (const ratio of [level, tilt]) {
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  }
})

test('so are tilt and bow with positions that are exact to centimetres', () => {
  const { tilt, bow } = ratiosOf(RTK)
  for (const ratio of [tilt, bow]) {
    expect(ratio).toBeGreaterThan(0.4)
    expect(ratio).toBeLessThan(2.5)
  }
})

test('few photos say nothing', () => {
  const few = makeSyntheticFlight({ lines: 3, shots: 3 })
  const fixes = few.views.map(({ centre }): Fix => ({ at: centre, ...RTK }))
  expect(bendOf(few, { fixes, focals: few.cameras.map(({ lens }) => lens.focal) })).toBeNull()
})

test('a lens that is known from an earlier flight halves the bow, with positions of usual receivers', () => {
  const flight = makeSyntheticFlight({ lines: 5, shots: 8, points: 3000 })
  const bowOf = (seed: number, isKnown: boolean): number => {
    const { normal } = createRandom(seed)
    const fixes = new Map(
      flight.views.map(({ name, centre: [x, y, z] }): [string, Fix] => [
        name,
        { at: [x + 1.5 * normal(), y + 1.5 * normal(), z + 2 * normal()], ...GPS },
      ]),
    )
    const focals = new Map(flight.views.map(({ name }) => [name, CAMERA.lens.focal]))
    const bends = new Map(isKnown ? flight.views.map(({ name }) => [name, CAMERA.lens]) : [])
    const { solved } = solveModel([losePlace(flight)], { fixes, focals, bends }, flight.views.length)
    return solved ? errorsOf(solved.model.points).bowMetres : Number.NaN
  }
  const [known, unknown] = [true, false].map((isKnown) => rms([1, 2, 3].map((seed) => bowOf(seed, isKnown))))
  expect(known).toBeLessThan(0.7 * (unknown ?? 0))
})
