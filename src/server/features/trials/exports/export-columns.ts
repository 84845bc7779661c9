import type { Kysely } from 'kysely'
import { daysAfterPlanting, RECORDED } from '#domain/trials.ts'
import { mainValueOf } from '#imagery/traits/catalogue/canopy-traits.ts'
import { describeTrait } from '#imagery/traits/catalogue/own-traits.ts'
import { toBits } from '#imagery/traits/measure/flags.ts'
import type { Measurement, Schema, Trial } from '../../../adapters/db/schema.ts'
import { differing, type ExportColumn, type ExportTable, IDENTITY } from '../../../compute/exports/export-table.ts'
import type { WhyExcluded } from '../exclusions/list-exclusions.ts'
import type { OwnRecorded } from '../own-columns/recorded-columns.ts'
import { readColumn } from '../results/read-column.ts'
import { columnName } from '../results/trait-columns.ts'
import { degreeDaysOf, type StoredTemperatures } from '../temperatures/load-temperatures.ts'

const EXCLUDED = toBits(['USER_EXCLUDED'])

export const listMeasured = (db: Kysely<Schema>, { id }: Pick<Measurement, 'id'>) =>
  db
    .selectFrom('measuredTraits')
    .innerJoin('trialFlights', 'trialFlights.id', 'measuredTraits.flightId')
    .select(['flightId', 'trait', 'unit', 'columns'])
    .where('measurementId', '=', id)
    .orderBy('trait')
    .orderBy('takenOn')
    .execute()

type Of = Pick<ExportTable, 'plots'> & { whyExcluded: WhyExcluded }
type Measured = Of &
  Pick<ExportTable, 'flights'> & { measurement: Measurement; listed: Awaited<ReturnType<typeof listMeasured>> }

/** The main statistic of each trait on each flight. */
export async function measuredColumns(
  db: Kysely<Schema>,
  { measurement, flights, listed, plots, whyExcluded }: Measured,
): Promise<ExportColumn[]> {
  const columns: ExportColumn[] = []
  for (const { flightId, trait, unit, columns: names } of listed) {
    const flight = flights.findIndex((one) => one.flightId === flightId)
    const on = flights[flight]
    const { stat, scope } = mainValueOf(trait)
    if (!on || !names.includes(columnName(stat, scope))) continue
    const stored = { measurementId: measurement.id, flightId, trait, columns: names, plots: plots.length }
    const read = (name: string) => readColumn(db, stored, name)
    const column: ExportColumn = {
      flight,
      flightId,
      trait,
      label: trait,
      unit,
      stat,
      scope,
      type: 'number',
      texts: null,
      title: `${trait}_${stat}_${on.takenOn}`,
      name: describeTrait(trait, measurement.settings.formulas).name,
      date: on.takenOn,
      daysAfterPlanting: on.daysAfterPlanting,
      degreeDays: on.degreeDays,
      values: await read(columnName(stat, scope)),
      pixels: await read(columnName('n_px', scope)),
      validFrac: await read(columnName('valid_frac', scope)),
      flags: await read('flags'),
    }
    leaveOut(column, { plots, whyExcluded })
    columns.push(column)
  }
  return columns
}

type Recorded = Of & {
  trial: Trial
  temperatures: StoredTemperatures | undefined
  /** Those of other columns. */
  titles: readonly string[]
}

/** GeoPackage and FIELDimageR have columns of these names, too. */
const TAKEN = ['fid', 'geom', 'exclusion_reason', 'id', 'PlotID', ...IDENTITY.map(([title]) => title)]

/** What people have recorded, each column by the name that they gave it, with its date. */
export function recordedExports(recorded: readonly OwnRecorded[], of: Recorded): ExportColumn[] {
  const titles = differing(
    recorded.map(({ name, takenOn }) => (takenOn === null ? name : `${name}_${takenOn}`)),
    [...TAKEN, ...of.titles],
  )
  return recorded.map((column, at) => recordedExport(column, titles[at] ?? column.name, of))
}

function recordedExport(
  { trait, name, unit, takenOn, type, numbers, texts }: OwnRecorded,
  title: string,
  { plots, whyExcluded, trial: { plantingDate }, temperatures }: Recorded,
): ExportColumn {
  const column: ExportColumn = {
    ...RECORDED,
    flight: null,
    flightId: null,
    date: takenOn,
    title,
    trait,
    label: name,
    name,
    unit,
    type,
    daysAfterPlanting: daysAfterPlanting(takenOn, plantingDate),
    degreeDays: takenOn === null ? null : (degreeDaysOf(temperatures, plantingDate, takenOn)?.sum ?? null),
    values: Float64Array.from(plots, ({ plotId }) => numbers.get(plotId) ?? Number.NaN),
    texts: plots.map(({ plotId }) => texts.get(plotId) ?? null),
    pixels: null,
    validFrac: null,
    flags: new Float64Array(plots.length),
  }
  leaveOut(column, { plots, whyExcluded })
  return column
}

/** Takes out the values of excluded plots, and flags them. */
function leaveOut({ flightId, values, texts, flags }: ExportColumn, { plots, whyExcluded }: Of): void {
  for (const [at, { plotId }] of plots.entries())
    if (whyExcluded(plotId, flightId) !== undefined) {
      values[at] = Number.NaN
      if (texts) texts[at] = null
      flags[at] = (flags[at] ?? 0) | EXCLUDED
    }
}
