import type { TrialItem } from '#contract/trials.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { bareGroundOf } from './flights/maps-of-customer.ts'
import { loadTrialRow } from './list-trials.ts'
import { presentFlights, presentMeasurement } from './present-trial.ts'
import { flightsOf, selectMeasurements, selectPlotVersions } from './queries.ts'
import { loadTemperatures } from './temperatures/load-temperatures.ts'

const MEASUREMENTS_SHOWN = 50

/** A trial with its flights, the versions of its plots, and its newest measurements. */
export async function getTrial(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  { trialId }: { trialId: string },
): Promise<TrialItem> {
  const { db } = deps
  const row = await loadTrialRow(db, actor, trialId)
  const temperatures = await loadTemperatures(db, trialId)
  const { plantingDate } = row
  const flights = await presentFlights(db, { flights: await flightsOf(db, trialId), plantingDate, temperatures })
  const versions = await selectPlotVersions(db).where('trialId', '=', trialId).execute()
  const measurements = await selectMeasurements(db)
    .where('measurements.trialId', '=', trialId)
    .orderBy('measurements.createdAt', 'desc')
    .orderBy('measurements.id', 'desc')
    .limit(MEASUREMENTS_SHOWN)
    .execute()
  return {
    ...row,
    flights,
    bareGround: await bareGroundOf(db, trialId),
    temperatures: temperatures
      ? {
          base: temperatures.base,
          upper: temperatures.upper,
          days: [...temperatures.days],
          author: temperatures.author ?? '',
          changedTime: temperatures.changedAt.toISOString(),
        }
      : null,
    plotVersions: versions.map(({ version, count, crs, bounds, createdAt, author, hasLayout }) => ({
      version,
      plots: count,
      epsg: crs.epsg,
      bounds: [...bounds],
      createdTime: createdAt.toISOString(),
      author: author ?? '',
      hasLayout,
    })),
    measurements: measurements.map(presentMeasurement),
  }
}
