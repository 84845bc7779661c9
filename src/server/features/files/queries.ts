import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { FileKind, Schema, StoredFile } from '../../adapters/db/schema.ts'

/**
 * The file of a job. The previous version identifies a file by its upload, so its jobs have only the upload's id. Ours have
 * both ids, so that each version can run the jobs of the other. Once that version is gone, `fileId` is enough.
 */
export const fileJobPayload = z.object({ fileId: z.string().optional(), uploadId: z.string().nullish() })
export type FileJobPayload = z.infer<typeof fileJobPayload>

export const payloadOf = ({ id, uploadId }: Pick<StoredFile, 'id' | 'uploadId'>): FileJobPayload => ({
  fileId: id,
  uploadId,
})

export function fileOf(db: Kysely<Schema>, { fileId, uploadId }: FileJobPayload): Promise<StoredFile | undefined> {
  const files = db.selectFrom('files').selectAll()
  const found = fileId ? files.where('id', '=', fileId) : files.where('uploadId', '=', uploadId ?? '')
  return found.executeTakeFirst()
}

/** The files of several requests in one query, oldest first. */
export async function filesOf(
  db: Kysely<Schema>,
  analyses: readonly { id: string }[],
): Promise<(id: string, kind: FileKind) => StoredFile[]> {
  const ids = analyses.map(({ id }) => id)
  const files =
    ids.length === 0
      ? []
      : await db
          .selectFrom('files')
          .selectAll()
          .where('analysisId', 'in', ids)
          .orderBy('createdAt')
          .orderBy('id')
          .execute()
  const byAnalysis = Map.groupBy(files, (file) => file.analysisId)
  return (id, kind) => (byAnalysis.get(id) ?? []).filter((file) => file.kind === kind)
}
