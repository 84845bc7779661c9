import type { ReplyOf } from '#contract/api.ts'
import { FLIGHT_PHOTO_COLUMNS } from '#domain/flight-photo-columns.ts'
import type { Actor } from '../../actor.ts'
import { unpackPhotos } from '../../compute/photos/packed-photos.ts'
import type { Deps } from '../../deps.ts'
import type { TableReply } from '../../table-reply.ts'
import { loadAnalysis } from '../analyses/queries.ts'
import { newestArchive } from './queries.ts'

/** The photos of the newest archive of a request. They are unpacked while they are sent: 20,000 rows are 7 MB. */
export async function listFlightPhotos(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { analysisRequestId, format }: { analysisRequestId: string; format: 'json' | 'csv' },
): Promise<TableReply<ReplyOf<'listFlightPhotos'>['data'][number]>> {
  const { id } = await loadAnalysis(db, actor, analysisRequestId)
  const archive = await newestArchive(db, id).select('flights.photos').executeTakeFirst()
  return { format, columns: FLIGHT_PHOTO_COLUMNS, batches: archive?.photos ? unpackPhotos(archive.photos) : none() }
}

async function* none() {
  // No batch.
}
