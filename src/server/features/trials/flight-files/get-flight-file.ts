import type { ReplyOf } from '#contract/api.ts'
import type { WantedFlightFile } from '#contract/flight-files.ts'
import { momentInName } from '#domain/trials.ts'
import type { Actor } from '../../../actor.ts'
import { placeOf } from '../../../adapters/queue/work.ts'
import type { Deps } from '../../../deps.ts'
import { signedUntil } from '../../files/download-signing.ts'
import { isStored } from '../../files/store-derived.ts'
import { mapsOfFlights } from '../flights/maps-of-customer.ts'
import { loadTrial } from '../queries.ts'
import { endingOf, type FlightFile, loadFlightFile, photoOfFile } from './flight-file.ts'
import { flightFileJob, subjectOf } from './flight-file-job.ts'

/** In the names of files. */
const WORDS = { index: 'index', mask: 'mask', 'clips-jpeg': 'plots_jpeg', 'clips-png': 'plots_png' } as const

type Reply = ReplyOf<'getFlightFile'>['data']

/** A file of a flight or of all, or how far it is. */
export async function getFlightFile(
  deps: Pick<Deps, 'db' | 'storage' | 'now' | 'signedUrlMs'>,
  actor: Actor,
  wanted: WantedFlightFile,
): Promise<Reply> {
  const file = await loadFlightFile(deps.db, actor, wanted)
  const { measurement, flights, flightId, kind, trait } = file
  const bytes = await findBytes(deps, file)
  if (bytes !== undefined) {
    const { name } = await loadTrial(deps.db, actor, measurement.trialId)
    const date = flightId === null ? 'all_dates' : momentInName(flights[0]?.flight.moment ?? '')
    const fileName = `${name.replace(/[^\p{L}\p{N}-]+/gu, '_')}_${date}_${trait ?? WORDS[kind]}.${endingOf(kind)}`
    const expiresAt = signedUntil(deps)
    const url = await deps.storage.signDownload({ key: file.key, fileName, expiresAt })
    return { state: 'READY', fraction: 1, ahead: null, reason: null, bytes, url }
  }
  const subject = subjectOf({ measurementId: measurement.id, flightId, kind, trait })
  const work = await placeOf(deps.db, flightFileJob, subject)
  const none = { ahead: work?.ahead ?? null, bytes: null, url: null }
  if (work?.state === 'FAILED')
    return { state: 'FAILED', fraction: 0, reason: work.reason ?? 'This file could not be made. Try again.', ...none }
  if (work?.state !== 'QUEUED' && work?.state !== 'RUNNING')
    return { state: 'NONE', fraction: 0, reason: null, ...none }
  return { state: work.state, fraction: work.fraction, reason: null, ...none }
}

/** Undefined when it is not there, or one of its maps may not be used any more. */
async function findBytes({ db, storage }: Pick<Deps, 'db' | 'storage'>, { flights, key, trait }: FlightFile) {
  const maps = await mapsOfFlights(
    db,
    flights.map(({ flight }) => flight),
  )
  const ids = flights.flatMap((one) => maps.get(photoOfFile(one, trait).fileId ?? '')?.id ?? [])
  if (ids.length < flights.length) return undefined
  const row = await db
    .selectFrom('flightFiles')
    .select('bytes')
    .where('mapFileId', 'in', ids)
    .where('key', '=', key)
    .executeTakeFirst()
  return row && row.bytes !== null && (await isStored(storage, key)) ? row.bytes : undefined
}
