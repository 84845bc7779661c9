import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { minutes } from '#domain/units.ts'
import { DRILL_REQUESTS, drill, keptOf, makePlace } from '#server/testing/processes/restore-drill.ts'
import {
  backUp,
  configOf,
  expectWhole,
  fill,
  makeScratch,
  restore,
  rowsOf,
  SECRET_KEY,
  storedArchive,
} from '#server/testing/server/backups.ts'
import { createEmptyDatabase } from '#server/testing/server/test-database.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { submitArchive } from '#server/testing/server/uploads.ts'
import { createUser } from '#server/testing/server/users.ts'
import { createBackup } from './create-backup.ts'
import { openSource } from './source.ts'

const scratch = makeScratch()
const removals: (() => Promise<void>)[] = []
async function postgresInstallation(): Promise<Record<string, string>> {
  const { env, remove } = await createEmptyDatabase()
  removals.push(remove)
  return { ...scratch.place(), ...env }
}
let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ SECRET_KEY })
})
afterAll(async () => {
  await server.close()
  for (const remove of removals) await remove()
  scratch.remove()
})

async function expectSame(place: Record<string, string>, backup: string): Promise<void> {
  const over = await openTestServer({}, { over: place, runsJobs: false })
  const [before, after] = [await rowsOf(backup, scratch), await rowsOf(over, scratch)]
  await over.close()
  expect(after).toEqual(before)
}

test('F66: a restore from PostgreSQL to PostgreSQL or to the embedded database has the same rows and files', async () => {
  const filled = await fill(server)
  const { backup } = await backUp(server, join(scratch.folder, 'postgres'))
  for (const place of [await postgresInstallation(), scratch.place()]) {
    expect(await restore(place, backup)).toMatchObject({ manifest: { faults: [] } })
    await expectSame(place, backup)
    await expectWhole(place, filled)
  }
})

test('F66: a restore from the embedded database to PostgreSQL has the same rows and files, and continues its identity columns', async () => {
  const embedded = await openTestServer({}, { over: scratch.place() })
  const filled = await fill(embedded)
  const { backup } = await backUp(embedded, join(scratch.folder, 'embedded'))
  await embedded.close()
  const place = await postgresInstallation()
  await restore(place, backup)
  await expectSame(place, backup)
  await expectWhole(place, filled)
  await expect(restore(place, backup)).rejects.toThrow(/rows already .* drop the database test_/)
})

test('F66: a backup while archives are uploaded has the file of each of its requests', async () => {
  const { postgres, dataDir } = server.deps.config
  const customers = await Promise.all(Array.from({ length: 4 }, () => createUser(server)))
  const done = new AbortController()
  const sending = customers.map(async (customer, at) => {
    let sent = 0
    for (; !done.signal.aborted; sent += 1)
      await submitArchive(server, customer, { content: Buffer.alloc(50_000, `${at} ${sent}`) })
    return sent
  })
  const config = { ...configOf({ SECRET_KEY, DATA_DIR: dataDir }), postgres }
  const { source, close } = await openSource(config, { log: pino({ level: 'silent' }), now: () => new Date() })
  const created = []
  for (const name of ['one', 'two', 'three'])
    created.push(await createBackup(source, join(scratch.folder, name), { now: new Date(), version: 'test' }))
  done.abort()
  const sent = (await Promise.all(sending)).reduce((sum, count) => sum + count, 0)
  await close()
  expect(sent).toBeGreaterThan(4)

  const place = await postgresInstallation()
  await restore(place, created[1]?.backup ?? '')
  const over = await openTestServer({}, { over: place, runsJobs: false })
  const requests = await over.deps.db.selectFrom('analyses').select('id').where('status', '=', 'PENDING').execute()
  for (const { id } of requests) expect((await storedArchive(over, id)).length).toBeGreaterThan(0)
  await over.close()
  expect(created.map(({ manifest }) => manifest.faults)).toEqual([[], [], []])
})

test(`F66: a drill of ${DRILL_REQUESTS} requests over PostgreSQL`, { timeout: minutes(20) }, async () => {
  const from = await postgresInstallation()
  await makePlace(from, DRILL_REQUESTS)
  const counts = await drill(from, await postgresInstallation(), scratch.folder)
  const kept = keptOf(DRILL_REQUESTS)
  expect(counts).toEqual({ requests: kept, objects: kept })
})
