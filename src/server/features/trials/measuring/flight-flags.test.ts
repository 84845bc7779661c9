import { expect, test } from 'vitest'
import { fromBits } from '#imagery/traits/measure/flags.ts'
import { FLIGHT_METHOD } from '#server/testing/server/trials.ts'
import { flightFlags, packBits } from './flight-flags.ts'

const flight = (takenOn: string, method: object) => ({
  flightId: takenOn,
  takenOn,
  method: { ...FLIGHT_METHOD, ...method },
})
const grid = (contrast: number, misfits: boolean[]) => ({ contrast, misfits: packBits(misfits) })
const FIRST = '2026-06-01'
const SECOND = '2026-07-01'

test('pixels that are too coarse for cover are flagged on cover only, and the more so soon after planting', () => {
  const flights = [flight(FIRST, { gsdCm: 0.8 }), flight(SECOND, { gsdCm: 2 })]
  const flagsOn = (plantingDate: string | null, flightId: string, trait: string) =>
    fromBits(flightFlags(flights, plantingDate)(flightId, trait)(0))
  expect(flagsOn('2026-05-20', FIRST, 'canopyCover')).toEqual(['GSD_COARSE'])
  expect(flagsOn(null, FIRST, 'canopyCover')).toEqual([])
  expect(flagsOn('2026-05-20', SECOND, 'canopyCover')).toEqual(['GSD_COARSE'])
  expect(flagsOn('2026-05-20', SECOND, 'NGRDI')).toEqual([])
})

test('plants beside a plot are flagged on the flight with the clearest rows; without clear rows on none', () => {
  const misfits = Array.from({ length: 20 }, (_, plot) => plot === 9 || plot === 16)
  const of = (flights: ReturnType<typeof flight>[], flightId: string) => {
    const flagsOf = flightFlags(flights, null)(flightId, 'NGRDI')
    return misfits.flatMap((_, plot) => (flagsOf(plot) === 0 ? [] : [[plot, ...fromBits(flagsOf(plot))]]))
  }
  const all = misfits.map(() => true)
  const clear = [flight(FIRST, { grid: grid(0.4, misfits) }), flight(SECOND, { grid: grid(0.3, all) })]
  expect(of(clear, FIRST)).toEqual([
    [9, 'GRID_MISFIT'],
    [16, 'GRID_MISFIT'],
  ])
  expect(of(clear, SECOND)).toEqual([])
  expect(
    of([flight(FIRST, { grid: grid(0.1, all) }), flight(SECOND, { grid: null }), flight('2026-08-01', {})], FIRST),
  ).toEqual([])
})
