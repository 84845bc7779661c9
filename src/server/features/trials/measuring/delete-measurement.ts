import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { Actor } from '../../../actor.ts'
import type { Database } from '../../../adapters/db/schema.ts'
import { isUnended } from '../../../adapters/queue/work.ts'
import { audit } from '../../../audit.ts'
import type { Deps } from '../../../deps.ts'
import { requireNoHold } from '../../../legal-hold.ts'
import { removeFilesOfInputs } from '../../files/remove-flight-files.ts'
import { inputsOfAll } from '../flight-files/flight-file.ts'
import { flightFileJob, workOnFiles } from '../flight-files/flight-file-job.ts'
import { fileIdsOf } from '../flights/maps-of-customer.ts'
import { measuredFlights } from '../flights/measured-flights.ts'
import { loadMeasurement, lockTrial } from '../queries.ts'

/**
 * Deletes a measurement, the values that no other one refers to, and the files that were made of them. Others keep theirs, and the
 * files of what they measured alike.
 */
export async function deleteMeasurement(
  deps: Pick<Deps, 'db' | 'now' | 'queue'>,
  actor: Actor,
  { measurementId: id }: { measurementId: string },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const { trialId } = await loadMeasurement(trx, actor, id)
    const { accountId } = await lockTrial(trx, actor, trialId)
    await requireNoHold(trx, accountId)
    // Read again: it may have been deleted while the trial was locked by another call.
    const found = await loadMeasurement(trx, actor, id)
    const { plotsVersion, settings, createdAt } = found
    if (isUnended(found))
      throw new AppError('conflict', 'This measurement is still running. Wait for it, or cancel it first.')
    for (const { subject } of await workOnFiles(trx, id)) await deps.queue.cancel(trx, flightFileJob, subject)
    const flights = await measuredFlights(trx, id)
    const measured = flights.flatMap(({ flight, inputs }) =>
      fileIdsOf(flight).map((mapFileId) => ({ inputs, mapFileId })),
    )
    const ofAll = measured.map((one) => ({ ...one, inputs: inputsOfAll(id, flights) }))
    await trx.deleteFrom('measurements').where('id', '=', id).execute()
    await removeUnusedValues(
      trx,
      flights.map(({ flight }) => flight.id),
    )
    await removeFilesOfInputs(trx, deps, [...(await withoutOthers(trx, measured)), ...ofAll])
    const before = {
      plotsVersion,
      bufferMetres: settings.bufferMetres,
      mask: settings.mask.method,
      createdTime: createdAt.toISOString(),
    }
    await audit(trx, actor, {
      at: deps.now(),
      action: 'trial.measurement-deleted',
      subject: `trial:${trialId}`,
      before,
    })
  })
}

/** Of flights, the values that no measurement refers to any more. */
const removeUnusedValues = (trx: Database, flightIds: readonly string[]) =>
  sql`
    delete from flight_values where flight_id = any(${flightIds}) and not exists (
      select from measured_flights where measured_flights.flight_id = flight_values.flight_id
        and flight_values.inputs in (measured_flights.inputs, measured_flights.photo_inputs)
    )`.execute(trx)

/** What no other measurement has measured, in any trial. */
async function withoutOthers<Measured extends { inputs: string }>(
  trx: Database,
  measured: readonly Measured[],
): Promise<Measured[]> {
  const all = measured.map(({ inputs }) => inputs)
  if (all.length === 0) return []
  const kept = await trx.selectFrom('measuredFlights').select('inputs').where('inputs', 'in', all).execute()
  return measured.filter(({ inputs }) => !kept.some((other) => other.inputs === inputs))
}
