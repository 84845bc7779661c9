import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/** Remembers with which secret key the data were begun. @throws when they were begun with another. */
export async function guardKeyOfData(db: Kysely<Schema>, keyId: string): Promise<void> {
  const isKnown = await db.selectFrom('keyOfData').select('keyId').executeTakeFirst()
  if (!isKnown)
    await db
      .insertInto('keyOfData')
      .values({ keyId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const fault = await whyOtherKey(db, keyId)
  if (fault) throw new Error(fault)
}

/** Undefined also for data that no key is known of yet. */
export async function whyOtherKey(db: Kysely<Schema>, keyId: string): Promise<string | undefined> {
  const row = await db.selectFrom('keyOfData').select('keyId').executeTakeFirst()
  if (row === undefined || row.keyId === keyId) return undefined
  return (
    `The data in the database were made with another secret key (${row.keyId}) than the present one (${keyId}): ` +
    'sessions, codes, second factors and links would be worth nothing. ' +
    'Bring back the SECRET_KEY, or the secret.key in DATA_DIR, that belongs to this database.'
  )
}
