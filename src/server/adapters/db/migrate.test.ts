import { PGlite } from '@electric-sql/pglite'
import { CamelCasePlugin, Kysely, PGliteDialect, sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '#server/testing/server/test-database.ts'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'

test('an up-to-date schema is not changed; a newer one is rejected with a clear message', async () => {
  const { db, close } = await openTestDatabase()
  expect(await migrate(db)).toEqual([])
  await sql`insert into kysely_migration (name, timestamp) values ('999-from-the-future', '2030-01-01')`.execute(db)
  await expect(migrate(db)).rejects.toThrow(
    'The database was brought up to date by a newer Skyfurrow: this version does not know 999-from-the-future.',
  )
  await close()
})

test('010: existing requests can be searched', async () => {
  const pglite = await PGlite.create()
  const db = new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }), plugins: [new CamelCasePlugin()] })
  await migrate(db, '009-key-of-data')
  await pglite.exec(`
    insert into users values ('u', 'anna@hof.example', 'Änna Bauer', '', 'USER', 'APPROVED', '{}', null, null, now());
    insert into analyses values ('a', 'u', 'Winter_Wheat', '', '{}', 'PENDING', null, now());
    insert into uploads (id, analysis_id, user_id, kind, file_name, storage_key, total_parts, part_bytes, remarks, state, started_at, touched_at)
      values ('o', 'a', 'u', 'ARCHIVE', 'DJI_0042.zip', 'k', 1, 1, '', 'COMPLETE', now(), now());
  `)
  expect(await migrate(db, '010-search')).toEqual(['010-search'])
  const { rows } = await pglite.query(
    'select search_words, email_words, name_words from analyses join users on users.id = user_id',
  )
  expect(rows).toEqual([
    {
      search_words: ' änna bauer anna hof example winter wheat dji 0042 zip ',
      email_words: ' anna hof example ',
      name_words: ' änna bauer ',
    },
  ])
  await pglite.close()
})
