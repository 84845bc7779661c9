import { AppError } from '#domain/errors.ts'
import { naturalOrder } from '#domain/natural-order.ts'
import { daysAfterPlanting } from '#domain/trials.ts'
import { projectTypeLabel } from '#domain/users.ts'
import type { Database, Measurement, Trial } from '../../../adapters/db/schema.ts'
import type { ExportTable } from '../../../compute/trials/exports/export-table.ts'
import { type Exclusion, selectExclusions, whyExcludedBy } from '../exclusions/list-exclusions.ts'
import { photosOf } from '../flights/layers.ts'
import { measuredFlights } from '../flights/measured-flights.ts'
import { type PlotsVersion, plotsOf } from '../queries.ts'
import { degreeDaysOf, loadTemperatures, type StoredTemperatures } from '../temperatures/load-temperatures.ts'
import { traitNamesOf } from '../trait-names.ts'
import { type ExportFilter, listMeasured, listRecorded, measuredColumns, recordedExports } from './export-columns.ts'

/** Of the table of an export, which is in memory. A longer one is exported as CSV, which is written while it is sent. */
const VALUES_MAX = 4_000_000

export type TableWanted = {
  trial: Trial
  plotsVersion: number
  measurement: Measurement | undefined
  filter: ExportFilter
  /** Else it has no columns. */
  withValues: boolean
}

/** What people have recorded, and one statistic of each trait on each flight: the main one, or that of the filter. @throws AppError 'conflict' when that is too much for one file */
export async function loadExportTable(
  db: Database,
  { trial, plotsVersion, measurement, filter, withValues }: TableWanted,
): Promise<ExportTable> {
  const listed = withValues && measurement ? await listMeasured(db, measurement, filter) : []
  const recorded = withValues ? await listRecorded(db, trial, filter) : []
  const plots = await readPlots(db, { trialId: trial.id, version: plotsVersion })
  if ((listed.length + recorded.length) * plots.length > VALUES_MAX)
    throw new AppError('conflict', 'This trial has too many values for one file of this kind. Export it as CSV.')
  const temperatures = await loadTemperatures(db, trial.id)
  const flights = measurement ? await readFlights(db, { trial, measurement, temperatures }) : []
  const excluded = await selectExclusions(db, trial.id)
  const of = { plots, whyExcluded: whyExcludedBy(excluded) }
  const accountNames = await traitNamesOf(db, trial.accountId)
  const measured = measurement ? await measuredColumns(db, { ...of, measurement, flights, listed, accountNames }) : []
  const titles = measured.map(({ title }) => title)
  const places = new Map(flights.map(({ flightId }, at) => [flightId, at]))
  return {
    trial: await describeTrial(db, trial),
    plotsVersion,
    measurement: measurement ? describe(measurement) : null,
    plots,
    flights,
    columns: [...recordedExports(recorded, { ...of, trial, temperatures, titles }), ...measured],
    exclusions: exclusionsIn(excluded, { plots, places }),
  }
}

const describeTrial = async (
  db: Database,
  { id: trialId, name, crop, plantingDate, accountId, projectId }: Trial,
): Promise<ExportTable['trial']> => {
  const account = await db.selectFrom('users').select('fullName').where('id', '=', accountId).executeTakeFirst()
  const project = await db.selectFrom('projects').select('name').where('id', '=', projectId).executeTakeFirst()
  const projectName = project ? projectTypeLabel(project.name) : null
  return { trialId, name, crop, plantingDate, project: projectName, account: account?.fullName ?? '' }
}

const describe = ({ id, settings, softwareVersion }: Measurement): ExportTable['measurement'] => ({
  measurementId: id,
  bufferMetres: settings.bufferMetres,
  softwareVersion,
  formulas: settings.formulas ?? [],
})

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

const readPlots = (db: Database, of: PlotsVersion): Promise<ExportTable['plots']> =>
  plotsOf(db, of)
    .select(['plotId', 'attributes', (row) => row.fn.coalesce('lonLat', 'geometry').as('outline')])
    .execute()

type Measured = { trial: Trial; measurement: Measurement; temperatures: StoredTemperatures | undefined }

async function readFlights(
  db: Database,
  { trial: { plantingDate }, measurement, temperatures }: Measured,
): Promise<ExportTable['flights']> {
  const measured = await measuredFlights(db, measurement.id)
  return measured.map(({ flight, method }) => ({
    flightId: flight.id,
    moment: flight.moment,
    orthomosaicName: photosOf(flight)
      .map(({ name }) => name)
      .join('; '),
    method,
    daysAfterPlanting: daysAfterPlanting(flight.takenOn, plantingDate),
    degreeDays: degreeDaysOf(temperatures, plantingDate, flight.takenOn)?.sum ?? null,
  }))
}
