import type { Database, StoredFile } from '../../adapters/db/schema.ts'

export type CheckedFile = StoredFile & { sha256: string }

/** A file other than an archive that is whole and has no virus; one that was not read yet is looked at again after its check. */
export async function findCheckedFile(db: Database, fileId: string): Promise<CheckedFile | undefined> {
  const file = await db.selectFrom('files').selectAll().where('id', '=', fileId).executeTakeFirst()
  if (!file || file.kind === 'ARCHIVE' || file.damagedAt || file.virusScan === 'infected') return undefined
  const { sha256 } = file
  return sha256 === null ? undefined : { ...file, sha256 }
}
