import type { FlightReply } from '#contract/flights.ts'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { loadAnalysis } from '../analyses/queries.ts'

const UNKNOWN: Omit<FlightReply, 'state' | 'reason'> = {
  photos: 0,
  readable: 0,
  gsdCm: null,
  heightMetres: null,
  heightSource: null,
  frontOverlap: null,
  sideOverlap: null,
  areaHectares: null,
  medianPhotos: null,
  footprintMetres: null,
  cameras: [],
  takenFrom: null,
  takenTo: null,
  bands: [],
  checks: [],
  positions: [],
}

/** Of the newest archive of a request. */
export async function getFlight(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { analysisRequestId }: { analysisRequestId: string },
): Promise<FlightReply> {
  const analysis = await loadAnalysis(db, analysisRequestId, actor.role === 'ADMIN' ? undefined : actor.userId)
  const newest = await db
    .selectFrom('files')
    .leftJoin('flights', 'flights.fileId', 'files.id')
    .select(['files.damagedAt', 'flights.flight', 'flights.reason'])
    .where('files.analysisId', '=', analysis.id)
    .where('files.kind', '=', 'ARCHIVE')
    .orderBy('files.createdAt', 'desc')
    .orderBy('files.id', 'desc')
    .executeTakeFirst()
  if (newest?.flight) return { state: 'READY', reason: null, ...newest.flight }
  const reason = newest?.damagedAt ? 'The archive is damaged in our storage.' : (newest?.reason ?? null)
  return { state: reason === null ? 'WAITING' : 'UNREADABLE', reason, ...UNKNOWN }
}
