import { expect, test } from 'vitest'
import { mayHaveLodged, seasonOutliers, spatialOutliers } from './outliers.ts'

const PLOTS = 60
const places = Array.from({ length: PLOTS }, (_, at) => ({ row: String(at % 5), column: String(Math.floor(at / 5)) }))
/** Between -1 and 1, the same every time. */
const noise = (at: number, seed: number) => Math.sin(at * 12.9898 + seed * 78.233)
const whichOf = (found: readonly boolean[] | undefined) =>
  (found ?? []).flatMap((isOutlier, at) => (isOutlier ? [at] : []))

test('a plot that does not fit its row and column is far from its neighbours, a trend over the field is not', () => {
  const values = places.map(({ row, column }, at) => 50 + 6 * Number(row) + 3 * Number(column) + noise(at, 1))
  expect(whichOf(spatialOutliers(values, places))).toEqual([])
  values[23] = (values[23] ?? 0) - 12
  values[40] = Number.NaN
  expect(whichOf(spatialOutliers(values, places))).toEqual([23])
})

test('where many plots are apart from the rest, as while a crop ripens, none is an outlier', () => {
  const ripening = [60, 90, 70, 20].map((cover, at) => ({
    day: at * 10,
    values: places.map((_, plot) => (at === 2 && plot % 4 === 0 ? cover - 40 : cover) + noise(plot, at)),
  }))
  expect(seasonOutliers(ripening).flat()).not.toContain(true)
})

test('without rows and columns, or with hardly more plots than those, nothing is said of neighbours', () => {
  const values = places.map((_, at) => (at === 7 ? 500 : noise(at, 2)))
  expect(whichOf(spatialOutliers(values, places))).toEqual([7])
  expect(
    whichOf(
      spatialOutliers(
        values,
        places.map(() => null),
      ),
    ),
  ).toEqual([])
  const few = [4, 6, 5, 7, 50, 6, 5, 4, 7, 6, 4, 5]
  const inTwelve = few.map((_, at) => ({ row: String(at % 4), column: String(at % 3) }))
  expect(whichOf(spatialOutliers(few, inTwelve))).toEqual([])
})

test('a plot that leaves its own course on one day is far from its other dates, also on the first or the last', () => {
  const season = [20, 50, 90, 95, 60].map((cover, at) => ({
    day: at * 14,
    // Every plot has a level of its own, and its own growth.
    values: places.map((_, plot) => cover + (plot % 7) + at * (plot % 3) + noise(plot, at) / 4),
  }))
  expect(seasonOutliers(season).flat()).not.toContain(true)
  for (const [at, plot] of [
    [2, 12],
    [4, 33],
    [0, 50],
  ] as const) {
    const { values } = season[at] ?? { values: [] }
    values[plot] = (values[plot] ?? 0) - 20
  }
  expect(seasonOutliers(season).map(whichOf)).toEqual([[50], [], [12], [], [33]])
})

test('two flights of a day are compared with other days, not with each other', () => {
  const season = [0, 14, 14, 28].map((day, at) => ({
    day,
    values: places.map((_, plot) => 30 + day + (plot % 7) + noise(plot, at) / 4),
  }))
  const morning = season[1]?.values ?? []
  morning[12] = (morning[12] ?? 0) - 20
  expect(seasonOutliers(season).map(whichOf)).toEqual([[], [12], [], []])
})

test('with fewer than three dates nothing is said of a course', () => {
  const season = [1, 2].map((day) => ({
    day,
    values: places.map((_, plot) => (plot === 3 ? 100 * day : noise(plot, day))),
  }))
  expect(seasonOutliers(season).flat()).not.toContain(true)
})

test('plants that lost height but no cover may lie', () => {
  expect(mayHaveLodged({ height: 1, coverPct: 90 }, { height: 0.6, coverPct: 91 })).toBe(true)
  expect(mayHaveLodged({ height: 1, coverPct: 90 }, { height: 0.6, coverPct: 40 })).toBe(false)
  expect(mayHaveLodged({ height: 1, coverPct: 90 }, { height: 0.8, coverPct: 90 })).toBe(false)
})
