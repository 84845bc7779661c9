import type { z } from 'zod'
import type { brapiObservation, brapiUnit } from '#contract/brapi/rows.ts'
import type { Actor } from '../../actor.ts'
import type { BrapiDeps } from './answer.ts'
import type { Wanted } from './asked.ts'
import { observationsOf, sharedBy } from './observations.ts'
import { allPlots, type Observed, observedIn } from './observed.ts'
import { studiesFor, withStudiesOfUnits } from './visible-studies.ts'

type Unit = z.output<typeof brapiUnit>
type Observation = z.output<typeof brapiObservation>

/** In a page of units. */
const OBSERVATIONS_MAX = 5000

/** Observations of plots, in their units. Means of genotypes take too long to compute to come along. */
export async function embeddedObservations({ db }: Pick<BrapiDeps, 'db'>, actor: Actor, wanted: Wanted) {
  const studies = new Map<string, Observed>()
  for (const trial of await studiesFor(db, actor, withStudiesOfUnits(wanted)))
    studies.set(trial.id, await observedIn(db, trial))
  const columns = Math.max(1, ...[...studies.values()].map((observed) => observed.columns.length))
  return {
    /** As many plots as a page can have with all of their observations, of the study with the most. The same for all pages. */
    plotsAtOnce: Math.max(1, Math.floor(OBSERVATIONS_MAX / columns)),
    addTo: async (units: readonly Unit[]): Promise<Unit[]> => {
      const found: Observation[] = []
      for (const [trialId, ofTrial] of Map.groupBy(units, (unit) => unit.studyDbId)) {
        const observed = studies.get(trialId)
        if (observed) found.push(...(await readUnits({ db }, observed, ofTrial)))
      }
      const byUnit = Map.groupBy(found, (observation) => observation.observationUnitDbId)
      return units.map((unit) =>
        unit.observationUnitPosition.observationLevel.levelName === 'plot'
          ? { ...unit, observations: byUnit.get(unit.observationUnitDbId) ?? [] }
          : unit,
      )
    },
  }
}

async function readUnits(
  { db }: Pick<BrapiDeps, 'db'>,
  observed: Observed,
  units: readonly Unit[],
): Promise<Observation[]> {
  const plots = await allPlots(db, observed, { observationUnitDbId: units.map((unit) => unit.observationUnitDbId) })
  const shared = await sharedBy({ db }, observed.trial)
  const found: Observation[] = []
  for (const column of observed.columns) {
    const scored = await column.scored?.()
    const shown = scored ? plots.filter(({ plotId }) => scored.has(plotId)) : plots
    if (shown.length > 0) found.push(...(await observationsOf(column, shown, shared)))
  }
  return found
}
