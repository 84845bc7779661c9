import type { Database, FileKind, StoredFile } from '../../adapters/db/schema.ts'

export type FilesOf = (id: string, kind: FileKind) => StoredFile[]

/** The files of several requests in one query, oldest first. */
export async function filesOf(db: Database, analyses: readonly { id: string }[]): Promise<FilesOf> {
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
