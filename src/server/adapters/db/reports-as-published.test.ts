import { PGlite } from '@electric-sql/pglite'
import { CamelCasePlugin, Kysely, PGliteDialect } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import type { Schema } from './schema.ts'

test('013: remarks of drafts are no report; those of published files stay, and (028) count as opened', async () => {
  const pglite = await PGlite.create()
  const db = new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }), plugins: [new CamelCasePlugin()] })
  await migrate(db, '010-search')
  await pglite.exec(`
    insert into users values ('u', 'anna@hof.example', 'Anna', '', 'ADMIN', 'APPROVED', '{}', null, null, now());
    insert into analyses select id, 'u', 'Wheat', '', '{}', 'PENDING', null, now()
      from unnest('{draft,published,both,emptied}'::text[]) as id;
    insert into reports select id, 'Remarks', 'u', now() from analyses;
    insert into files (upload_id, analysis_id, kind, file_name, storage_key, bytes, created_at, published_at) values
      ('1', 'draft', 'ARCHIVE', 'a', 'k', 1, now(), now()),
      ('2', 'draft', 'REPORT', 'a', 'k', 1, now(), null),
      ('3', 'published', 'REPORT', 'a', 'k', 1, now(), now()),
      ('4', 'both', 'REPORT', 'a', 'k', 1, now(), now()),
      ('5', 'both', 'REPORT', 'a', 'k', 1, now(), null);
  `)
  await migrate(db)
  const { rows } = await pglite.query('select analysis_id, opened_at >= updated_at as opened from reports order by 1')
  expect(rows).toEqual([
    { analysis_id: 'both', opened: true },
    { analysis_id: 'published', opened: true },
  ])
  await pglite.close()
})
