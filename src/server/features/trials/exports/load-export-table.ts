import { type Kysely, sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { naturalOrder } from '#domain/natural-order.ts'
import { daysAfterPlanting, type MultiPolygon, type Plot } from '#domain/trials.ts'
import { mainValueOf } from '#imagery/traits/catalogue/canopy-traits.ts'
import { describeTrait } from '#imagery/traits/catalogue/own-traits.ts'
import { toBits } from '#imagery/traits/measure/flags.ts'
import type { Measurement, Schema, Trial } from '../../../adapters/db/schema.ts'
import type { ExportColumn, ExportTable } from '../../../compute/exports/export-table.ts'
import { type Exclusion, selectExclusions, whyExcludedBy } from '../exclusions/list-exclusions.ts'
import { readColumn } from '../results/read-column.ts'
import { columnName } from '../results/trait-columns.ts'
import { degreeDaysOf, loadTemperatures } from '../temperatures/load-temperatures.ts'

/** Of the table of an export, which is in memory. A longer one is exported as CSV, which is written while it is sent. */
const VALUES_MAX = 4_000_000

const EXCLUDED = toBits(['USER_EXCLUDED'])

type Wanted = { trial: Trial; measurement: Measurement /** Else it has no columns. */; withValues: boolean }

/** The main statistic of each trait on each flight. @throws AppError 'conflict' when that is too much for one file */
export async function loadExportTable(
  db: Kysely<Schema>,
  { trial, measurement, withValues }: Wanted,
): Promise<ExportTable> {
  const { id, plotsVersion, softwareVersion } = measurement
  const { bufferMetres, formulas = [] } = measurement.settings
  const listed = withValues ? await listColumns(db, measurement) : []
  const plots = await readPlots(db, { trialId: trial.id, version: plotsVersion })
  if (listed.length * plots.length > VALUES_MAX)
    throw new AppError('conflict', 'This measurement has too many values for one file of this kind. Export it as CSV.')
  const flights = await readFlights(db, trial, measurement)
  const places = new Map(flights.map(({ flightId }, at) => [flightId, at]))
  const excluded = await selectExclusions(db, trial.id)
  const whyExcluded = whyExcludedBy(excluded)
  const columns: ExportColumn[] = []
  for (const { flightId, trait, unit, columns: names } of listed) {
    const flight = places.get(flightId)
    const { stat, scope } = mainValueOf(trait)
    if (flight === undefined || !names.includes(columnName(stat, scope))) continue
    const read = (name: string) =>
      readColumn(db, { measurementId: id, flightId, trait, columns: names, plots: plots.length }, name)
    const [values, pixels, validFrac, flags] = [
      await read(columnName(stat, scope)),
      await read(columnName('n_px', scope)),
      await read(columnName('valid_frac', scope)),
      await read('flags'),
    ]
    for (const [at, { plotId }] of plots.entries())
      if (whyExcluded(plotId, flightId) !== undefined) {
        values[at] = Number.NaN
        flags[at] = (flags[at] ?? 0) | EXCLUDED
      }
    const { name } = describeTrait(trait, formulas)
    columns.push({ flight, trait, name, unit, stat, scope, values, pixels, validFrac, flags })
  }
  return {
    trial: { trialId: trial.id, name: trial.name, crop: trial.crop, plantingDate: trial.plantingDate },
    measurement: { measurementId: id, plotsVersion, bufferMetres, softwareVersion, formulas },
    plots,
    flights,
    columns,
    exclusions: exclusionsIn(excluded, { plots, places }),
  }
}

/** Those of plots and flights that the measurement has. */
function exclusionsIn(
  excluded: readonly Exclusion[],
  { plots, places }: Pick<ExportTable, 'plots'> & { places: ReadonlyMap<string, number> },
): ExportTable['exclusions'] {
  const known = new Set(plots.map(({ plotId }) => plotId))
  return excluded
    .filter(({ plotId, flightId }) => known.has(plotId) && (flightId === null || places.has(flightId)))
    .map(({ plotId, flightId, reason }) => ({ plotId, flight: places.get(flightId ?? '') ?? null, reason }))
    .toSorted((one, other) => naturalOrder(one.plotId, other.plotId))
}

const listColumns = (db: Kysely<Schema>, { id }: Pick<Measurement, 'id'>) =>
  db
    .selectFrom('measuredTraits')
    .innerJoin('trialFlights', 'trialFlights.id', 'measuredTraits.flightId')
    .select(['flightId', 'trait', 'unit', 'columns'])
    .where('measurementId', '=', id)
    .orderBy('trait')
    .orderBy('takenOn')
    .execute()

async function readPlots(db: Kysely<Schema>, of: { trialId: string; version: number }): Promise<ExportTable['plots']> {
  const { plots, outlines } = await db
    .selectFrom('trialPlots')
    .select([
      sql<Pick<Plot, 'plotId' | 'attributes'>[]>`(select jsonb_agg(plot - 'geometry' order by at)
        from jsonb_array_elements(plots) with ordinality as listed (plot, at))`.as('plots'),
      sql<MultiPolygon[]>`coalesce(lon_lats, jsonb_path_query_array(plots, '$[*].geometry'))`.as('outlines'),
    ])
    .where('trialId', '=', of.trialId)
    .where('version', '=', of.version)
    .executeTakeFirstOrThrow()
  return plots.map(({ plotId, attributes }, at) => ({ plotId, attributes, outline: outlines[at] ?? [] }))
}

async function readFlights(
  db: Kysely<Schema>,
  { id: trialId, plantingDate }: Pick<Trial, 'id' | 'plantingDate'>,
  { id }: Pick<Measurement, 'id'>,
): Promise<ExportTable['flights']> {
  const rows = await db
    .selectFrom('measuredFlights')
    .innerJoin('trialFlights', 'trialFlights.id', 'measuredFlights.flightId')
    .select(['flightId', 'takenOn', 'orthomosaicName', 'method'])
    .where('measurementId', '=', id)
    .orderBy('takenOn')
    .execute()
  const temperatures = await loadTemperatures(db, trialId)
  return rows.map((row) => ({
    ...row,
    daysAfterPlanting: daysAfterPlanting(row.takenOn, plantingDate),
    degreeDays: degreeDaysOf(temperatures, plantingDate, row.takenOn)?.sum ?? null,
  }))
}
