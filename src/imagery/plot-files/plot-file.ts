import { UnreadablePlots } from '../geojson/unreadable-plots.ts'

/** A part of a file that is read when it is chosen. */
export type PlotLayer = {
  name: string
  /** @throws UnreadablePlots */
  read: () => LayerContent
}

/** Plots of a file as it has them. What is wrong with one is said by `readPlots`, which names it. */
export type LayerContent = {
  crs: StatedCrs
  features: PlotFeature[]
  /** What a person should know before these plots are saved. */
  notes: string[]
}

export type PlotFeature = {
  type: 'Feature'
  id?: string | number | undefined
  properties: Record<string, unknown>
  /** Of GeoJSON. Null when the file has none for this plot. */
  geometry: PlotShape | null
}

export type PlotShape = { type: string; coordinates?: unknown; geometries?: unknown[] }

/** The coordinate system that a file names, by a code of the EPSG registry or as WKT; neither, when it names none. */
export type StatedCrs = { epsg?: number | undefined; wkt?: string | undefined }

export const LON_LAT: StatedCrs = { epsg: 4326 }

/** As many are read, so that it can be said how many there are. */
const FEATURES_MAX = 500_000
const POINTS_MAX = 4_000_000

/** Counts what is read, so that a layer can't fill the memory. */
export function createBudget() {
  let [features, points] = [0, 0]
  return {
    feature() {
      features += 1
      if (features > FEATURES_MAX)
        throw new UnreadablePlots('This file has more than 500,000 shapes. Choose the one with the plots.')
    },
    points(count: number) {
      points += count
      if (points > POINTS_MAX)
        throw new UnreadablePlots('This file has more than 4,000,000 points. Choose the one with the plots.')
    },
  }
}
export type Budget = ReturnType<typeof createBudget>

/** Reads what may have numbers that point outside of its file. @throws UnreadablePlots */
export function orDamaged<Result>(kind: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) throw damaged(kind)
    throw error
  }
}

export const damaged = (kind: string): UnreadablePlots =>
  new UnreadablePlots(`This ${kind} is damaged or was cut off. Export it again.`)
