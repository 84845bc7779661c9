import type { QueryOf } from '#contract/api.ts'
import { variableNameOn } from '#domain/exchange/exchange.ts'
import { nameWithUnit } from '#domain/trial-words.ts'
import { daysAfterPlanting, momentInName, RECORDED } from '#domain/trials.ts'
import { mainValueOf } from '#imagery/traits/catalogue/canopy-traits.ts'
import { describeTrait } from '#imagery/traits/catalogue/own-traits.ts'
import { columnName } from '#imagery/traits/trait-columns.ts'
import type { Database, Measurement, Trial } from '../../../adapters/db/schema.ts'
import {
  differing,
  type ExportColumn,
  type ExportFlight,
  type ExportTable,
  IDENTITY,
} from '../../../compute/trials/exports/export-table.ts'
import { type OwnRecorded, recordedColumns } from '../own-columns/recorded-columns.ts'
import { readColumn } from '../results/read-column.ts'
import { selectMeasured } from '../results/read-trait.ts'
import { type ReaderOf, type Reading, recordedReader, valueReader } from '../results/value-reader.ts'
import { degreeDaysOf, type StoredTemperatures } from '../temperatures/load-temperatures.ts'
import { variableIdOf } from '../variable-ids.ts'

export type ExportFilter = Pick<QueryOf<'getTraitTable'>, 'trait' | 'stat' | 'scope' | 'flightId'>

export async function listMeasured(
  db: Database,
  { id }: Pick<Measurement, 'id'>,
  { stat, scope, ...of }: ExportFilter,
) {
  const traits = selectMeasured(db, id, of).select(['unit', 'columns'])
  const rows = await traits.orderBy('trait').orderBy('moment').execute()
  return rows.flatMap((row) => {
    const main = mainValueOf(row.trait)
    const shown = { stat: stat ?? main.stat, scope: scope ?? main.scope }
    return row.columns.includes(columnName(shown.stat, shown.scope)) ? [{ ...row, ...shown }] : []
  })
}

/** What people have recorded has no flight, and no statistic or scope of pixels. */
export async function listRecorded(
  db: Database,
  { id }: Pick<Trial, 'id'>,
  { trait, flightId, stat, scope }: ExportFilter,
): Promise<OwnRecorded[]> {
  if (flightId !== undefined || stat !== undefined || scope !== undefined) return []
  const columns = await recordedColumns(db, id)
  return columns.filter(({ name }) => trait === undefined || name === trait)
}

type Measured = ReaderOf &
  Pick<ExportTable, 'flights'> & {
    measurement: Measurement
    listed: Awaited<ReturnType<typeof listMeasured>>
    /** What the account calls variables. */
    accountNames: ReadonlyMap<string, string>
  }

export async function measuredColumns(
  db: Database,
  { measurement, flights, listed, accountNames, plots, whyExcluded }: Measured,
): Promise<ExportColumn[]> {
  const columns: ExportColumn[] = []
  for (const { flightId, trait, unit, columns: names, stat, scope } of listed) {
    const flight = flights.findIndex((one) => one.flightId === flightId)
    const on = flights[flight]
    if (!on) continue
    const stored = { measurementId: measurement.id, flightId, trait, columns: names, plots: plots.length }
    const read = (name: string) => readColumn(db, stored, name)
    const [values, flags] = [await read(columnName(stat, scope)), await read('flags')]
    const reader = valueReader({
      plots,
      whyExcluded,
      flightId,
      valuesAt: (at) => values[at] ?? Number.NaN,
      bitsAt: (at) => flags[at] || 0,
    })
    const readings = plots.map((_, at) => reader(at))
    columns.push({
      flight,
      flightId,
      trait,
      label: trait,
      unit,
      stat,
      scope,
      type: 'number',
      texts: null,
      title: `${nameWithUnit(trait, unit)}_${stat}_${momentInName(on.moment)}`,
      name: describeTrait(trait, measurement.settings.formulas).name,
      accountName: nameOnDay(accountNames.get(variableIdOf(trait, measurement.settings.formulas)), { stat, trait, on }),
      date: on.moment,
      daysAfterPlanting: on.daysAfterPlanting,
      degreeDays: on.degreeDays,
      values: Float64Array.from(readings, (one) => one.values ?? Number.NaN),
      pixels: await read(columnName('n_px', scope)),
      validFrac: await read(columnName('valid_frac', scope)),
      ...aboutExclusions(readings),
    })
  }
  return columns
}

/** A variable is the main value of a trait. */
const nameOnDay = (
  name: string | undefined,
  { stat, trait, on }: { stat: string; trait: string; on: Pick<ExportFlight, 'moment'> },
): string | null =>
  name === undefined || stat !== mainValueOf(trait).stat ? null : variableNameOn(name, on.moment.slice(0, 10))

type Recorded = ReaderOf & {
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
    recorded.map(({ name, unit, takenOn }) => {
      const named = nameWithUnit(name, unit)
      return takenOn === null ? named : `${named}_${takenOn}`
    }),
    [...TAKEN, ...of.titles],
  )
  return recorded.map((column, at) => recordedExport(column, titles[at] ?? column.name, of))
}

function recordedExport(
  recorded: OwnRecorded,
  title: string,
  { plots, whyExcluded, trial: { plantingDate }, temperatures }: Recorded,
): ExportColumn {
  const { trait, name, unit, takenOn, type } = recorded
  const reader = recordedReader(recorded, { plots, whyExcluded })
  const readings = plots.map((_, at) => reader(at))
  return {
    ...RECORDED,
    flight: null,
    flightId: null,
    date: takenOn,
    title,
    trait,
    label: name,
    name,
    accountName: null,
    unit,
    type,
    daysAfterPlanting: daysAfterPlanting(takenOn, plantingDate),
    degreeDays: takenOn === null ? null : (degreeDaysOf(temperatures, plantingDate, takenOn)?.sum ?? null),
    values: Float64Array.from(readings, ({ values }) => values?.number ?? Number.NaN),
    texts: readings.map(({ values }) => values?.text ?? null),
    pixels: null,
    validFrac: null,
    ...aboutExclusions(readings),
  }
}

const aboutExclusions = (readings: readonly Reading<unknown>[]): Pick<ExportColumn, 'flags' | 'exclusions'> => ({
  flags: Float64Array.from(readings, ({ bits }) => bits),
  exclusions: new Map(readings.flatMap(({ reason }, at) => (reason === null ? [] : [[at, reason] as const]))),
})
