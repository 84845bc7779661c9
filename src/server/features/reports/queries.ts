import { readableBy, type Viewer } from '../../access.ts'
import type { Database, StoredFile } from '../../adapters/db/schema.ts'

/** The files of a report that a person may read, oldest first. */
export const listReportFiles = (db: Database, viewer: Viewer, analysisId: string): Promise<StoredFile[]> =>
  db
    .selectFrom('files')
    .innerJoin('analyses', 'analyses.id', 'files.analysisId')
    .selectAll('files')
    .where('analysisId', '=', analysisId)
    .where('kind', '=', 'REPORT')
    .where(readableBy(viewer))
    .orderBy('createdAt')
    .orderBy('files.id')
    .execute()

/** Of files in the order of their arrival. */
export const newestRemarks = (files: readonly Pick<StoredFile, 'remarks'>[]): string =>
  files.findLast(({ remarks }) => remarks)?.remarks ?? ''
