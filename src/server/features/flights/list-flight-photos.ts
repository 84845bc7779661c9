import type { ReplyOf } from '#contract/api.ts'
import type { CsvColumn } from '#domain/csv.ts'
import type { FlightPhoto } from '#domain/flights.ts'
import type { Actor } from '../../actor.ts'
import { unpackPhotos } from '../../compute/packed-photos.ts'
import type { Deps } from '../../deps.ts'
import type { TableReply } from '../../table-reply.ts'
import { loadAnalysis } from '../analyses/queries.ts'
import { newestArchive } from './queries.ts'

const COLUMNS: readonly CsvColumn<FlightPhoto>[] = [
  ['name', ({ name }) => name],
  ['taken_at', ({ takenAt }) => takenAt],
  ['lon', ({ lon }) => lon],
  ['lat', ({ lat }) => lat],
  ['altitude_m', ({ altitude }) => altitude],
  ['height_m', ({ heightMetres }) => heightMetres],
  ['yaw', ({ yaw }) => yaw],
  ['pitch', ({ pitch }) => pitch],
  ['roll', ({ roll }) => roll],
  ['camera', ({ camera }) => camera],
  ['band', ({ band }) => band],
  ['exposure_s', ({ exposureSeconds }) => exposureSeconds],
  ['iso', ({ iso }) => iso],
  ['rtk_flag', ({ rtkFlag }) => rtkFlag],
  ['sharpness', ({ sharpness }) => sharpness],
  ['brightness', ({ brightness }) => brightness],
  ['state', ({ state }) => state],
]

/** The photos of the newest archive of a request. They are unpacked while they are sent: 20,000 rows are 7 MB. */
export async function listFlightPhotos(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { analysisRequestId, format }: { analysisRequestId: string; format: 'json' | 'csv' },
): Promise<TableReply<ReplyOf<'listFlightPhotos'>['data'][number]>> {
  const { id } = await loadAnalysis(db, analysisRequestId, actor.role === 'ADMIN' ? undefined : actor.userId)
  const archive = await newestArchive(db, id).select('flights.photos').executeTakeFirst()
  return { format, columns: COLUMNS, batches: archive?.photos ? unpackPhotos(archive.photos) : none() }
}

async function* none() {
  // No batch.
}
