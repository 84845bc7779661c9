import type { Kysely } from 'kysely'
import type { Actor } from '../../actor.ts'
import type { Analysis, Schema, StoredFile } from '../../adapters/db/schema.ts'
import type { Viewer } from '../files/present-file.ts'
import { filesOf } from '../files/queries.ts'

export const viewerOf = ({ role }: Pick<Actor, 'role'>): Viewer => (role === 'ADMIN' ? 'staff' : 'customer')

/** Customers see the published files of processed requests, staff all. Oldest first. */
export async function listReportFiles(
  db: Kysely<Schema>,
  analysis: Pick<Analysis, 'id' | 'status'>,
  viewer: Viewer,
): Promise<StoredFile[]> {
  if (viewer === 'customer' && analysis.status !== 'PROCESSED') return []
  const attached = (await filesOf(db, [analysis]))(analysis.id, 'REPORT')
  return viewer === 'staff' ? attached : attached.filter(({ publishedAt }) => publishedAt !== null)
}

/** Of files in the order of their arrival. */
export const newestRemarks = (files: readonly Pick<StoredFile, 'remarks'>[]): string =>
  files.findLast(({ remarks }) => remarks)?.remarks ?? ''
