import {
  type DayOfSeason,
  type FieldPlace,
  mayHaveLodged,
  seasonOutliers,
  spatialOutliers,
} from '#imagery/traits/derived/outliers.ts'
import { type Flag, toBits } from '#imagery/traits/measure/flags.ts'
import { defineThreadWork } from '../thread-work.ts'

export type OutlierSource = {
  /** A trait of all plots, in the order of the days. */
  season: DayOfSeason[]
  places: (FieldPlace | null)[]
  /** The canopy cover on the same days, where plants may lie; null for traits that don't say so. */
  cover: (readonly number[] | null)[] | null
}

/** Which plots stand out beside other plots and dates: bits of flags for each plot, day by day. */
export const work = defineThreadWork(({ season, places, cover }: OutlierSource): number[][] => {
  const off = seasonOutliers(season)
  return season.map(({ values }, at) => {
    const spatial = spatialOutliers(values, places)
    return values.map((height, plot) => {
      const found: Flag[] = []
      if (spatial[plot]) found.push('OUTLIER_SPATIAL')
      if (off[at]?.[plot]) found.push('OUTLIER_TIME')
      const [before, now] = [at - 1, at].map((day) => cover?.[day]?.[plot] ?? Number.NaN)
      const then = season[at - 1]?.values[plot] ?? Number.NaN
      if (mayHaveLodged({ height: then, coverPct: before ?? Number.NaN }, { height, coverPct: now ?? Number.NaN }))
        found.push('LODGING?')
      return toBits(found)
    })
  })
})
