import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { minutes } from '#domain/units.ts'
import { foundations } from '#server/adapters/db/migrations/001-foundations.ts'
import { countDiskChanges, crashAt } from '#server/testing/faults/fault-point.ts'
import { prepareServer, type ServerProcess } from '#server/testing/processes/server-process.ts'

const KILLS = 12

let old: string
let product: ServerProcess
beforeAll(async () => {
  old = mkdtempSync(join(tmpdir(), 'skyfurrow-old-'))
  // The old database comes without a data folder, and therefore without its key.
  product = await prepareServer({ SECRET_KEY: '5'.repeat(64) })
  const pglite = await PGlite.create({ dataDir: old })
  const db = new Kysely({ dialect: new PGliteDialect({ pglite }) })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ '001-foundations': foundations }) } })
  await migrator.migrateToLatest()
  await pglite.query(`
    insert into users (id, email, full_name, password_hash, role, status, project_types, confirmed_at, created_at)
    values ('u1', 'ann@example.org', 'Ann Meadow', 'x', 'USER', 'APPROVED', '{}', now(), now())`)
  await pglite.close()
})
afterAll(() => {
  product.remove()
  rmSync(old, { recursive: true })
})

function renew(): void {
  product.empty()
  mkdirSync(join(product.folder, 'db'))
  cpSync(old, join(product.folder, 'db'), { recursive: true })
}

/** Migrates the old database until the nth disk change. */
const migrateUntil = (nth: number): Promise<number> =>
  countDiskChanges(product.spawn(crashAt({ before: 'disk change', nth }), { command: ['migrate'] }))

async function stateOfSchema() {
  const pglite = await PGlite.create({ dataDir: join(product.folder, 'db') })
  const migrations = await pglite.query('select name from kysely_migration')
  const users = await pglite.query('select email from users')
  await pglite.close()
  return { migrations: migrations.rows.length, users: users.rows }
}

test(
  `F9: killed ${KILLS} times during a migration, the schema is the old or the new one, and the next start finishes it`,
  async () => {
    const users = [{ email: 'ann@example.org' }]
    renew()
    const changes = await migrateUntil(Number.MAX_SAFE_INTEGER)
    const upToDate = await stateOfSchema()
    expect(upToDate).toEqual({ migrations: expect.any(Number), users })
    const seen = new Set<number>()
    for (let kill = 0; kill < KILLS; kill += 1) {
      renew()
      await migrateUntil(1 + Math.round((kill * (changes - 2)) / (KILLS - 1)))
      const state = await stateOfSchema()
      expect(state.users).toEqual(users)
      seen.add(state.migrations)
      await migrateUntil(Number.MAX_SAFE_INTEGER)
      expect(await stateOfSchema()).toEqual(upToDate)
    }
    expect([...seen].sort((a, b) => a - b)).toEqual([1, upToDate.migrations])
  },
  minutes(2) + KILLS * minutes(1),
)
