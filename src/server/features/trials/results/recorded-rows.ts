import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { QueryOf } from '#contract/api.ts'
import type { TableRow } from '#contract/measurements.ts'
import { dateOfDay } from '#domain/dates.ts'
import { daysAfterPlanting, RECORDED } from '#domain/trials.ts'
import type { Schema, Trial } from '../../../adapters/db/schema.ts'
import type { WhyExcluded } from '../exclusions/list-exclusions.ts'
import { type OwnRecorded, recordedColumns } from '../own-columns/recorded-columns.ts'
import type { PlotRow } from '../queries.ts'
import { degreeDaysOf, type StoredTemperatures } from '../temperatures/load-temperatures.ts'
import { identityOf } from './plot-identity.ts'

export type RowsOf = {
  filter: QueryOf<'getTraitTable'>
  plots: readonly PlotRow[]
  whyExcluded: WhyExcluded
  temperatures: StoredTemperatures | undefined
}

type Wanted = RowsOf & { trial: Trial; plotsVersion: number }

/** What people have recorded, in long form: a row for each column and each plot that has a value. */
export async function* recordedRows(db: Kysely<Schema>, wanted: Wanted): AsyncGenerator<TableRow[]> {
  const { filter, plots, whyExcluded } = wanted
  if (filter.flightId !== undefined || filter.stat !== undefined || filter.scope !== undefined) return
  for (const column of await recordedColumns(db, wanted.trial.id)) {
    if (filter.trait !== undefined && filter.trait !== column.name) continue
    const shared = sharedBy(column, wanted)
    yield plots.flatMap((plot): TableRow[] => {
      const values = valuesOf(column, plot.plotId)
      if (!values) return []
      const reason = whyExcluded(plot.plotId, null)
      return [
        {
          ...shared,
          ...identityOf(plot, wanted.trial.plantingDate),
          ...(reason === undefined ? values : { value: null, value_text: null }),
          flags: reason === undefined ? '' : 'USER_EXCLUDED',
          excluded: reason !== undefined,
          exclusion_reason: reason ?? null,
        },
      ]
    })
    await nextTurn()
  }
}

/** Dates and what is no number stand as texts; undefined where there is nothing. */
function valuesOf(
  { type, numbers, texts }: OwnRecorded,
  plotId: string,
): Pick<TableRow, 'value' | 'value_text'> | undefined {
  const number = numbers.get(plotId)
  const text = number !== undefined && type === 'date' ? dateOfDay(number) : texts.get(plotId)
  if (text !== undefined) return { value: null, value_text: text }
  return number === undefined ? undefined : { value: number, value_text: null }
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
