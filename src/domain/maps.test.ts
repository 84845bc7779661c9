import { expect, test } from 'vitest'
import { takenOnFromName } from './maps.ts'

const LATEST = new Date('2026-11-23T00:00:00Z')

test.each([
  ['2018-07-03 trial.tif', '2018-07-03'],
  ['20180703_Lamberton_clipped.tif', '2018-07-03'],
  ['trial_2018_07_03.tif', '2018-07-03'],
  ['trial.03.07.2018.tif', '2018-07-03'],
  ['DJI_20180703101500_mosaic.tif', '2018-07-03'],
  ['trial_180703.tif', '2018-07-03'],
])('%s was taken on %s', (name, date) => {
  expect(takenOnFromName(name, LATEST)).toBe(date)
})

test.each([
  ['a day that no calendar has', 'trial_20180231.tif'],
  ['a day to come', 'trial_20270101.tif'],
  ['part of a longer number', 'trial_120180703999.tif'],
  ['six digits that can be read in two ways', 'trial_110512.tif'],
  ['nothing of a date', 'orthomosaic.tif'],
])('a name tells no date by %s', (_what, name) => {
  expect(takenOnFromName(name, LATEST)).toBeNull()
})
