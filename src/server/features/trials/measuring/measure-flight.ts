import { dateText } from '#domain/dates.ts'
import type { Shift } from '#domain/shifts.ts'
import { minutes } from '#domain/units.ts'
import type { TraitMap } from '#imagery/traits/on-maps/open-map.ts'
import { heightsAsked } from '#imagery/traits/on-maps/plan-flight.ts'
import type { Measurement, TrialFlight } from '../../../adapters/db/schema.ts'
import { CantBeDone } from '../../../adapters/queue/queue.ts'
import type { MeasuredFlight, work as traitWork } from '../../../compute/trials/trait-worker.ts'
import type { Deps } from '../../../deps.ts'
import type { MeasuredPlots } from '../queries.ts'
import { filesInARow } from './files-in-a-row.ts'
import { isLevelKnown, type Source, type Sources } from './sources-of-flight.ts'

const TRAIT_WORKER = new URL('../../../compute/trials/trait-worker.ts', import.meta.url)
/** 50,000 x 50,000 pixels take minutes. */
const SECONDS_MAX = minutes(30) / 1000

export type OneFlight = {
  measurement: Measurement
  plots: MeasuredPlots
  flight: TrialFlight
  report: (fraction: number) => void
  signal: AbortSignal | undefined
}

/** Measures the traits of plots on the original files of a flight, on a worker thread. @throws CantBeDone */
export async function measureFlight(
  { storage, compute }: Pick<Deps, 'storage' | 'compute'>,
  {
    measurement: { settings },
    plots,
    flight,
    sources,
    shift,
    isOfHeights,
    report,
    signal,
  }: OneFlight & { sources: Sources; shift: Shift | null /** Nothing else is measured. */; isOfHeights: boolean },
): Promise<MeasuredFlight> {
  const { place, readRange } = filesInARow(storage)
  const mapOf = (source: Source): TraitMap => ({ ...place(source), stated: source.stated })
  const { photos, elevation, confidence, bareGround } = sources
  const [main, ...others] = photos
  const traits = [...heightsAsked(settings)]
  const outcome = await compute.run<typeof traitWork>({
    file: TRAIT_WORKER,
    input: {
      photos: [mapOf(main), ...others.map(mapOf)],
      elevation: elevation && mapOf(elevation),
      confidence: confidence && mapOf(confidence),
      bareGround: bareGround && mapOf(bareGround),
      isLevelKnown: isLevelKnown(sources),
      crs: plots.crs,
      shift,
      plots: plots.plots.map(({ geometry }) => geometry),
      settings: isOfHeights ? { ...settings, traits } : settings,
    },
    readRange,
    report,
    signal,
    secondsMax: SECONDS_MAX,
  })
  if (outcome.problem !== undefined)
    throw new CantBeDone(`The flight on ${dateText(flight.moment)}: ${outcome.problem}`)
  return outcome.measured
}
