import { expect, test } from 'vitest'
import { dayOf } from '#domain/dates.ts'
import { recordedColumn, recordedTraits } from '#imagery/plot-values/recorded-traits.ts'
import type { Trial } from '../trial-queries.ts'
import { daysOf, NO_DATE } from './days.ts'
import { daysAfterPlanting } from './planting.ts'
import { datesOf, traitOf } from './recorded.ts'

const PLOTS = [
  { plotId: '101', attributes: {}, rings: [] },
  { plotId: '102', attributes: { plantingDate: '2026-05-20' }, rings: [] },
]
const TRIAL = {
  plantingDate: '2026-05-10',
  temperatures: null,
  flights: [{ trialFlightId: 'f1', takenOn: '2026-07-01', moment: '2026-07-01' }],
} as unknown as Trial

const column = (name: string, takenOn: string | null, value: number | string) =>
  recordedColumn({ name, unit: null, takenOn, chosenType: null, values: [{ plotId: '102', value }] })

test('recorded traits have the days of flights and their own, and one for what has no date', () => {
  const recorded = recordedTraits([
    column('Height', '2026-07-01', 40),
    column('Height', '2026-07-05', 50),
    column('Yield', null, 3),
  ])
  const days = daysOf(TRIAL, recorded)
  expect(days.map(({ date, daysAfterPlanting: day }) => [date, day])).toEqual([
    [NO_DATE, null],
    ['2026-07-01', 52],
    ['2026-07-05', 56],
  ])
  const [height, harvest] = recorded
  if (!height || !harvest) throw new Error('A trait is missing')
  expect(traitOf(height, days).flightIds).toEqual(['f1', days[2]?.id])
  expect(datesOf(height, PLOTS, days).map(({ date, values }) => [date, values])).toEqual([
    ['2026-07-01', [null, 40]],
    ['2026-07-05', [null, 50]],
  ])
  expect(datesOf(harvest, PLOTS, days)).toMatchObject([{ date: NO_DATE, takenOn: null, values: [null, 3] }])
})

test('two flights of a day are two dates, and what people recorded on that day stands once, with the first', () => {
  const flights = ['08:00', '17:30'].map((takenAt) => ({
    trialFlightId: takenAt,
    takenOn: '2026-07-01',
    moment: `2026-07-01 ${takenAt}`,
  }))
  const recorded = recordedTraits([column('Height', '2026-07-01', 40)])
  const days = daysOf({ ...TRIAL, flights } as unknown as Trial, recorded)
  expect(days.map(({ id, date, daysAfterPlanting: day }) => [id, date, day])).toEqual([
    ['08:00', '2026-07-01 08:00', 52],
    ['17:30', '2026-07-01 17:30', 52],
  ])
  expect(recorded.map((one) => datesOf(one, PLOTS, days).map(({ date }) => date))).toEqual([['2026-07-01 08:00']])
})

test('dates go with numbers as days after planting, of each plot by its own date of planting; without one they go with nothing', () => {
  const cells = [dayOf('2026-08-15'), dayOf('2026-08-15')]
  // R: as.Date("2026-08-15") - as.Date(c("2026-05-10", "2026-05-20"))
  expect(daysAfterPlanting({ trial: TRIAL, plots: PLOTS }, cells)).toEqual([97, 87])
  const unplanted = { ...TRIAL, plantingDate: null }
  expect(daysAfterPlanting({ trial: unplanted, plots: PLOTS }, [null, cells[1] ?? null])).toEqual([null, 87])
  expect(daysAfterPlanting({ trial: unplanted, plots: PLOTS }, cells)).toBeUndefined()
})
