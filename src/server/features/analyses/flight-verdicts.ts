import type { FlightVerdict } from '#domain/flights.ts'
import type { Database } from '../../adapters/db/schema.ts'

/** What remains to be looked at in the newest archives of requests, in one query; of those that say nothing, nothing. */
export async function flightVerdictsOf(
  db: Database,
  analyses: readonly { id: string }[],
): Promise<Map<string, FlightVerdict>> {
  if (analyses.length === 0) return new Map()
  const newest = await db
    .selectFrom('files')
    .leftJoin('flights', 'flights.fileId', 'files.id')
    .distinctOn('files.analysisId')
    .select(['files.analysisId', 'worst', 'open'])
    .where(
      'files.analysisId',
      'in',
      analyses.map(({ id }) => id),
    )
    .where('kind', '=', 'ARCHIVE')
    .orderBy('files.analysisId')
    .orderBy('files.createdAt', 'desc')
    .orderBy('files.id', 'desc')
    .execute()
  return new Map(
    newest.flatMap(({ analysisId, worst, open }) =>
      open === null || analysisId === null ? [] : [[analysisId, { worst, open }] as const],
    ),
  )
}
