import { minutes } from '#domain/units.ts'
import type { Measurement, TrialFlight, TrialPlots } from '../../../adapters/db/schema.ts'
import type { MeasuredFlight, work as traitWork } from '../../../compute/trait-worker.ts'
import type { TraitMap } from '../../../compute/traits/open-map.ts'
import type { Deps } from '../../../deps.ts'
import { readFully } from '../../files/read-fully.ts'
import { CantMeasure } from './cant-measure.ts'
import type { Source, Sources } from './sources-of-flight.ts'

const TRAIT_WORKER = new URL('../../../compute/trait-worker.ts', import.meta.url)
/** 50,000 x 50,000 pixels take minutes. */
const SECONDS_MAX = minutes(30) / 1000

export type OneFlight = {
  measurement: Measurement
  plots: TrialPlots
  flight: TrialFlight
  report: (fraction: number) => void
  signal: AbortSignal | undefined
}

/** Measures the traits of plots on the original files of a flight, on a worker thread. @throws CantMeasure */
export async function measureFlight(
  { storage, compute }: Pick<Deps, 'storage' | 'compute'>,
  { measurement, plots, flight, sources, report, signal }: OneFlight & { sources: Sources },
): Promise<MeasuredFlight> {
  const { maps, keys } = oneAfterAnother(sources)
  const outcome = await compute.run<typeof traitWork>({
    file: TRAIT_WORKER,
    input: {
      ...maps,
      crs: plots.crs,
      plots: plots.plots.map(({ geometry }) => geometry),
      settings: measurement.settings,
    },
    readRange: (from, to) => {
      const file = keys.findLast(({ start }) => start <= from)
      if (!file) throw new Error(`There is no file at byte ${from}`)
      const { key, start } = file
      return readFully(storage.read({ key, from: from - start, to: to - start }), to - from)
    },
    report,
    signal,
    secondsMax: SECONDS_MAX,
  })
  if (outcome.problem !== undefined) throw new CantMeasure(`The flight on ${flight.takenOn}: ${outcome.problem}`)
  return outcome.measured
}

/** The worker reads ranges of one file: the maps of a flight lie in it one after another. */
function oneAfterAnother({ orthomosaic, elevation, bareGround }: Sources) {
  const keys: { key: string; start: number }[] = []
  let end = 0
  const place = ({ storageKey: key, bytes, fileName, facts, stated }: Source): TraitMap => {
    const start = end
    end += bytes
    keys.push({ key, start })
    return { start, bytes, fileName, facts, reflectance: stated.reflectance ?? null }
  }
  const maps = {
    orthomosaic: place(orthomosaic),
    elevation: elevation && place(elevation),
    bareGround: bareGround && place(bareGround),
  }
  return { maps, keys }
}
