import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '#server/testing/server/test-database.ts'
import { migrate } from './migrate.ts'

test('an up-to-date schema is not changed; a newer one is rejected with a clear message', async () => {
  const { db, close } = await openTestDatabase()
  expect(await migrate(db)).toEqual([])
  await sql`insert into kysely_migration (name, timestamp) values ('999-from-the-future', '2030-01-01')`.execute(db)
  await expect(migrate(db)).rejects.toThrow(
    'The database was brought up to date by a newer Skyfurrow: this version does not know 999-from-the-future.',
  )
  await close()
})
