import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Config } from '#server/config/config.ts'
import { openTestDatabase } from '#server/testing/server/test-database.ts'
import { newUploadId } from './upload-id.ts'

const KEY = 'request/random/1700000000000-"champs"\\de\u2028blé.zip'
const S3_IDS = ['2~abc', 'VXBsb2FkIElE_-.', `${'a-long.id_of'.repeat(12)}--`, 'a', 'ab', 'abc']
const withPostgres = { postgres: {}, objectStore: {} } as Config

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** The store's id that the database derives for an upload inserted by the previous version. */
async function storeIdOf(id: string, key = KEY): Promise<string | undefined> {
  const { rows } = await sql<{ is: string }>`select store_id_of_upload(${id}, ${key}) as is`.execute(database.db)
  return rows[0]?.is
}

test.each(S3_IDS)('the database derives the S3 id from the id of an upload in a bucket, %s', async (uploadId) => {
  const id = newUploadId({ config: withPostgres }, { key: KEY, uploadId })
  expect(id).toMatch(/^[0-9A-Za-z_-]{1,1024}$/)
  expect(await storeIdOf(id)).toBe(uploadId)
  expect(await storeIdOf(id, `${KEY}x`)).toBe(id)
})

test.each(['0d3521d2bd99da8ca30005d7868693eb', 'three', 'neither-base64-nor-ours!', 'A'.repeat(33), ''])(
  "the id %j is the store's own id",
  async (id) => {
    expect(await storeIdOf(id)).toBe(id)
  },
)

test("with PostgreSQL an upload in a folder has the store's id, with the embedded database its own", () => {
  const stored = { key: KEY, uploadId: '0d3521d2bd99da8ca30005d7868693eb' }
  expect(newUploadId({ config: { postgres: {}, objectStore: null } as Config }, stored)).toBe(stored.uploadId)
  const ids = [1, 2].map(() => newUploadId({ config: { postgres: null, objectStore: {} } as Config }, stored))
  expect(new Set([...ids, stored.uploadId]).size).toBe(3)
})
