// What a GeoTIFF of one band says of itself, in the markup that GDAL and QGIS read.
import { markup } from '#domain/markup.ts'

type Band = {
  description: string
  unit: string
  /** Null when no pixel has a value. */
  statistics: Statistics | null
  /** Of the whole file. */
  about: Readonly<Record<string, string>>
}

type Statistics = { minimum: number; maximum: number; mean: number; deviation: number; validPercent: number }

export function gdalMetadata({ description, unit, statistics, about }: Band): string {
  const facts = Object.entries(about).map(([name, value]) => markup`<Item name="${name}">${value}</Item>`)
  const numbers = statistics
    ? [
        ['MINIMUM', statistics.minimum] as const,
        ['MAXIMUM', statistics.maximum] as const,
        ['MEAN', statistics.mean] as const,
        ['STDDEV', statistics.deviation] as const,
        ['VALID_PERCENT', statistics.validPercent] as const,
      ].map(([name, value]) => markup`<Item name="STATISTICS_${name}" sample="0">${value}</Item>`)
    : []
  return markup`<GDALMetadata>${facts}<Item name="DESCRIPTION" sample="0" role="description">${description}</Item><Item name="UNITTYPE" sample="0" role="unittype">${unit}</Item>${numbers}</GDALMetadata>`
    .text
}

/** Of all pixels that hold something, added row by row. */
export function createRunningStatistics(isThere: (value: number) => boolean) {
  let [all, count, mean, squares] = [0, 0, 0, 0]
  let [minimum, maximum] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  return {
    add: (values: ArrayLike<number>): void => {
      all += values.length
      for (let at = 0; at < values.length; at += 1) {
        const value = values[at] ?? 0
        if (!isThere(value)) continue
        count += 1
        // Welford 1962.
        const off = value - mean
        mean += off / count
        squares += off * (value - mean)
        if (value < minimum) minimum = value
        if (value > maximum) maximum = value
      }
    },
    result: (): Statistics | null =>
      count === 0
        ? null
        : { minimum, maximum, mean, deviation: Math.sqrt(squares / count), validPercent: (100 * count) / all },
  }
}
