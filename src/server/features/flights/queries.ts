import type { Database } from '../../adapters/db/schema.ts'

/** The archive of a request that counts, with what was found of its flight. */
export const newestArchive = (db: Database, analysisId: string) =>
  db
    .selectFrom('files')
    .innerJoin('analyses', 'analyses.id', 'files.analysisId')
    .leftJoin('flights', 'flights.fileId', 'files.id')
    .where('files.analysisId', '=', analysisId)
    .where('files.kind', '=', 'ARCHIVE')
    .orderBy('files.createdAt', 'desc')
    .orderBy('files.id', 'desc')
    .limit(1)
