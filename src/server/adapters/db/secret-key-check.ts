import type { Storage } from '../storage/storage.ts'
import type { Database } from './schema.ts'

/**
 * Remembers which secret key belongs to the data. @throws when they were created with another one, and when the store has files
 * and the database has no rows.
 */
export async function checkSecretKey(
  db: Database,
  {
    keyId,
    storage,
    resetInstructions,
  }: { keyId: string; storage: Pick<Storage, 'isEmpty'>; resetInstructions: string },
): Promise<void> {
  if (!(await isKeyKnown(db))) {
    // The store before the second check: another first start may have created data meanwhile, and accepted files.
    const hasFiles = (await hasNoData(db)) && !(await storage.isEmpty())
    if (hasFiles && (await hasNoData(db))) throw new Error(`${FILES_WITHOUT_ROWS} ${resetInstructions}`)
    await db
      .insertInto('secretKeyId')
      .values({ keyId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const problem = await otherKeyProblem(db, keyId)
  if (problem) throw new Error(problem)
}

export const FILES_WITHOUT_ROWS =
  'The database is empty, but the file store holds files that no request would list, so nothing was started. ' +
  'If DATABASE_URL or STORAGE_URL has changed, correct that. If the database is lost, restore a backup into an empty ' +
  'database and store: skyfurrow restore <folder of backups>.'

const isKeyKnown = async (db: Database): Promise<boolean> =>
  (await db.selectFrom('secretKeyId').select('keyId').executeTakeFirst()) !== undefined

/** A database without a key and without users. Data from before keys were stored have users. */
export const hasNoData = async (db: Database): Promise<boolean> =>
  !(await isKeyKnown(db)) && (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined

/** Undefined also for data without a known key. */
export async function otherKeyProblem(db: Database, keyId: string): Promise<string | undefined> {
  const row = await db.selectFrom('secretKeyId').select('keyId').executeTakeFirst()
  if (row === undefined || row.keyId === keyId) return undefined
  return (
    `The data in the database were created with another secret key (${row.keyId}) than the current one (${keyId}): ` +
    'sessions, codes, second factors and links would be invalid. ' +
    'Use the SECRET_KEY, or the secret.key in DATA_DIR, that belongs to this database.'
  )
}
