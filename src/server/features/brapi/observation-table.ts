import type { QueryOf, ReplyOf } from '#contract/api.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { loadExclusions } from '../trials/exclusions/list-exclusions.ts'
import { loadTrial, readPlotRows } from '../trials/queries.ts'
import { readTrait } from '../trials/results/get-trait-table.ts'
import { createColumnReader, mainColumnOf } from '../trials/results/trait-columns.ts'
import { unitIdOf, variableIdOf, variableNameOf } from './ids.ts'
import { type Measured, newestMeasured, timeStampOf } from './measured.ts'
import { boundsOf, single } from './page.ts'

const HEADER = [
  'observationTimeStamp',
  'observationUnitDbId',
  'observationUnitName',
  'studyDbId',
  'studyName',
  'germplasmDbId',
  'germplasmName',
  'positionCoordinateX',
  'positionCoordinateY',
  'rep',
]

/** The newest measurement with a row for each flight and plot and a column for each trait. */
export async function brapiObservationTable(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { studyDbId, ...paging }: QueryOf<'brapiObservationTable'>,
): Promise<ReplyOf<'brapiObservationTable'>> {
  const trial = await loadTrial(db, actor, studyDbId)
  const measured = await newestMeasured(db, trial)
  if (!measured) return single({ headerRow: HEADER, observationVariables: [], data: [] }, paging, 0)
  const { measurement, columns } = measured
  const plots = await readPlotRows(db, { trialId: trial.id, version: measurement.plotsVersion })
  const traits = [...new Set(columns.map(({ trait }) => trait))]
  const flights = [...new Map(columns.map((column) => [column.flightId, column.takenOn]))]
  const [from, to] = boundsOf(paging)
  const whyExcluded = await loadExclusions(db, trial.id)
  const data: string[][] = []
  for (const [index, [flightId, takenOn]] of flights.entries()) {
    const start = index * plots.length
    const shown = plots.slice(Math.max(0, from - start), Math.max(0, to - start))
    if (shown.length === 0) continue
    const values = await readersOf(db, { measured, flightId, traits, plots: plots.length })
    const first = Math.max(0, from - start)
    for (const [at, plot] of shown.entries()) {
      const { genotype = '', column = '', row = '', rep = '' } = plot.attributes
      const unit = [unitIdOf(trial.id, plot), plot.plotId, trial.id, trial.name, genotype, genotype, column, row, rep]
      const isLeftOut = whyExcluded(plot.plotId, flightId) !== undefined
      data.push([timeStampOf(takenOn), ...unit, ...values.map((value) => (isLeftOut ? '' : value(first + at)))])
    }
  }
  const observationVariables = traits.map((trait) => ({
    observationVariableDbId: variableIdOf(trait, measurement.settings.formulas),
    observationVariableName: variableNameOf(trait),
  }))
  return single({ headerRow: HEADER, observationVariables, data }, paging, flights.length * plots.length)
}

type Wanted = { measured: Measured; flightId: string; traits: readonly string[]; plots: number }

/** For each trait, the value of a plot on a flight as a text; empty where there is none. */
const readersOf = (db: Deps['db'], { measured: { measurement }, flightId, traits, plots }: Wanted) =>
  Promise.all(
    traits.map(async (trait) => {
      const stored = await readTrait(db, measurement.id, { flightId, trait })
      if (!stored) return () => ''
      const read = createColumnReader(stored.columns, stored.data, plots)
      return (at: number) => String(read(mainColumnOf(trait), at) ?? '')
    }),
  )
