import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { configOf, makeScratch, restore } from '#server/testing/server/backups.ts'
import { openTestServer } from '#server/testing/server/test-server.ts'
import { migrate } from '../adapters/db/migrate.ts'
import { createBackup } from './create-backup.ts'
import { openPlainDatabase, openSource } from './source.ts'

const scratch = makeScratch()
afterAll(() => scratch.remove())
const log = pino({ level: 'silent' })

test('a backup of an older version is migrated after its rows are loaded', async () => {
  const old = scratch.place()
  mkdirSync(old['DATA_DIR'] ?? '')
  const { db, close } = await openPlainDatabase(configOf(old), log)
  await migrate(db, '005-audit-append-only')
  await sql`insert into users (id, email, full_name, password_hash, role, status, created_at)
    values ('old', 'old@example.org', 'Old', 'none', 'USER', 'APPROVED', now())`.execute(db)
  await sql`insert into letters (id, to_email, subject, text, html, created_at, sent_at)
    values ('sent', 'old@example.org', 'Sent', '', '', now(), now())`.execute(db)
  await close()
  const { source, close: closeSource } = await openSource(configOf(old), { log, now: () => new Date() })
  const { backup, manifest } = await createBackup(source, join(scratch.folder, 'old'), {
    now: new Date(),
    version: 'old',
  })
  await closeSource()
  expect(manifest.schema.at(-1)).toBe('005-audit-append-only')

  const place = scratch.place()
  await restore(place, backup)
  const server = await openTestServer({}, { over: place, runsJobs: false })
  const users = server.deps.db.selectFrom('users').select(['id', 'mustChangePassword'])
  expect(await users.execute()).toEqual([{ id: 'old', mustChangePassword: false }])
  expect(await server.deps.db.selectFrom('emails').select('status').execute()).toEqual([{ status: 'SENT' }])
  await server.close()
})
