import { setImmediate as nextTurn } from 'node:timers/promises'
import type { QueryOf } from '#contract/api.ts'
import type { TableRow } from '#contract/measurements.ts'
import { dateOfDay } from '#domain/dates.ts'
import { daysAfterPlanting, RECORDED, type ValueType } from '#domain/trials.ts'
import { fromBits } from '#imagery/traits/measure/flags.ts'
import type { Database, Trial } from '../../../adapters/db/schema.ts'
import type { WhyExcluded } from '../exclusions/list-exclusions.ts'
import { type OwnRecorded, recordedColumns } from '../own-columns/recorded-columns.ts'
import type { PlotRow } from '../queries.ts'
import { degreeDaysOf, type StoredTemperatures } from '../temperatures/load-temperatures.ts'
import { identityOf } from './plot-identity.ts'
import { type RecordedValue, recordedReader } from './value-reader.ts'

export type RowsOf = {
  filter: QueryOf<'getTraitTable'>
  plots: readonly PlotRow[]
  whyExcluded: WhyExcluded
  temperatures: StoredTemperatures | undefined
}

type Wanted = RowsOf & { trial: Trial; plotsVersion: number }

/** What people have recorded, in long form: a row for each column and each plot that has a value. */
export async function* recordedRows(db: Database, wanted: Wanted): AsyncGenerator<TableRow[]> {
  const { filter, plots, whyExcluded } = wanted
  if (filter.flightId !== undefined || filter.stat !== undefined || filter.scope !== undefined) return
  for (const column of await recordedColumns(db, wanted.trial.id)) {
    if (filter.trait !== undefined && filter.trait !== column.name) continue
    const shared = sharedBy(column, wanted)
    const readPlot = recordedReader(column, { plots, whyExcluded })
    yield plots.flatMap((plot, at): TableRow[] => {
      if (!column.numbers.has(plot.plotId) && !column.texts.has(plot.plotId)) return []
      const { values, bits, reason } = readPlot(at)
      return [
        {
          ...shared,
          ...identityOf(plot, wanted.trial.plantingDate),
          ...valuesOf(column.type, values),
          flags: fromBits(bits).join('|'),
          excluded: reason !== null,
          exclusion_reason: reason,
        },
      ]
    })
    await nextTurn()
  }
}

/** Dates and what is no number stand as texts. */
function valuesOf(type: ValueType, values: RecordedValue | null): Pick<TableRow, 'value' | 'value_text'> {
  const { number, text } = values ?? { number: null, text: null }
  return type === 'date' && number !== null
    ? { value: null, value_text: dateOfDay(number) }
    : { value: number, value_text: text }
}

/** What the rows of a column have in common. */
function sharedBy({ name, unit, takenOn }: OwnRecorded, { trial, temperatures, plotsVersion }: Wanted) {
  const { id, plantingDate } = trial
  return {
    trial_id: id,
    flight_id: null,
    date: takenOn,
    dap: daysAfterPlanting(takenOn, plantingDate),
    gdd: takenOn === null ? null : (degreeDaysOf(temperatures, plantingDate, takenOn)?.sum ?? null),
    trait: name,
    unit,
    ...RECORDED,
    n_px: null,
    valid_frac: null,
    grid_version: plotsVersion,
    ...UNMEASURED,
  }
}

/** What only a measurement has. */
const UNMEASURED = {
  buffer_m: null,
  mask_method: null,
  mask_threshold: null,
  mask_cleaned: null,
  eta: null,
  z0_source: null,
  soil_calibration: null,
  soil_median_m: null,
  chm_noise_m: null,
  gsd_cm: null,
  map_sha256: null,
  shift_east_m: null,
  shift_north_m: null,
  software_version: null,
  run_id: null,
}
