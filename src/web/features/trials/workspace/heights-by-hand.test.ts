import { expect, test } from 'vitest'
import { recordedColumn, recordedTraits } from '#imagery/plot-values/recorded-traits.ts'
import { heightsByHand, isAsByTape } from './heights-by-hand.ts'

const PLOTS = ['1', '2', '3', '4'].map((plotId) => ({ plotId }))
const OURS = [{ date: '2026-07-01', takenOn: '2026-07-01', values: [0.48, 0.71, 0.9, null] }]

const tape = (
  values: readonly number[],
  {
    name = 'measured height',
    unit = 'cm',
    takenOn = '2026-07-02',
  }: { name?: string; unit?: string; takenOn?: string | null } = {},
) =>
  recordedTraits([
    recordedColumn({
      name,
      unit,
      takenOn,
      chosenType: null,
      values: values.map((value, at) => ({ plotId: String(at + 1), value })),
    }),
  ])

test('heights by tape give the bias and r of the flight beside their date, whatever their unit', () => {
  const [found] = heightsByHand(OURS, tape([50, 73, 92, 40]), PLOTS)
  expect(found).toMatchObject({ date: '2026-07-01', name: 'measured height' })
  expect(found?.agreement).toMatchObject({ n: 3, meanDifference: expect.closeTo(0.02, 6), r: expect.closeTo(1, 6) })
  const inMetres = heightsByHand(OURS, tape([0.5, 0.73, 0.92, 0.4], { unit: 'm' }), PLOTS)
  expect(inMetres[0]?.agreement?.meanDifference).toBeCloseTo(0.02, 6)
})

test('without a unit they are named and not compared, because nobody knows what they are', () => {
  expect(heightsByHand(OURS, tape([50, 73, 92, 40], { unit: '' }), PLOTS)).toMatchObject([{ agreement: null }])
})

test.each([
  ['of another week', tape([50, 73, 92, 40], { takenOn: '2026-07-09' })],
  ['without a date', tape([50, 73, 92, 40], { takenOn: null })],
  ['of something else', tape([50, 73, 92, 40], { name: 'yield' })],
])('columns %s say nothing of a flight', (_, recorded) => {
  expect(heightsByHand(OURS, recorded, PLOTS)).toEqual([])
})

test('only heights of plants are compared, and not volumes, hulls, or how much heights vary', () => {
  const pairs = [
    ['canopyHeight', 'p95'],
    ['canopyHeightUncalibrated', 'max'],
    ['canopyVolume', 'mean'],
    ['hullHeight', 'mean'],
    ['canopyHeight', 'sd'],
  ] as const
  expect(pairs.map(([trait, stat]) => isAsByTape(trait, stat))).toEqual([true, true, false, false, false])
})
