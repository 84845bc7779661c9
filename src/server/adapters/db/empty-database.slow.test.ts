import { cpSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBackup } from '#server/backup/manifest.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { openDeps, openStorage } from '#server/deps.ts'
import { examine } from '#server/doctor/doctor.ts'
import { backUp, configOf, fill, KEYS, makeScratch, restore, SECRET_KEY } from '#server/testing/server/backups.ts'
import { copyDatabase, createEmptyDatabase } from '#server/testing/server/test-database.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'

const scratch = makeScratch()
const log = pino({ level: 'silent' })
const removals: (() => Promise<void>)[] = []
let server: TestServer
let backup: string
beforeAll(async () => {
  server = await openTestServer({ SECRET_KEY }, { runsJobs: false })
  await fill(server)
  backup = (await backUp(server, join(scratch.folder, 'backups'))).backup
})
afterAll(async () => {
  await server.close()
  for (const remove of removals) await remove()
  scratch.remove()
})

const REJECTED =
  /^The database is empty, but the file store holds files that .* If nothing in it is needed, as after an interrupted restore/

async function emptyDatabase(): Promise<Record<string, string>> {
  const { env, remove } = await createEmptyDatabase()
  removals.push(remove)
  return env
}

async function start(place: Record<string, string>): Promise<void> {
  const { close } = await openDeps(configOf(place), { jobs: [], log })
  await close()
}

test('a start rejects an empty database when the store has files, and doctor reports it; the right database starts', async () => {
  const place = { ...scratch.place(), ...(await emptyDatabase()) }
  await restore(place, backup)
  await start(place)
  const lost = { ...place, ...(await emptyDatabase()) }
  await expect(start(lost)).rejects.toThrow(REJECTED)
  // Its tables exist by now, but it is still empty.
  await expect(start(lost)).rejects.toThrow(REJECTED)
  const problems: string[] = []
  for await (const { state, name, says } of examine({ NODE_ENV: 'test', PORT: '9', ...lost }))
    if (state === 'fail' && name === 'schema') problems.push(says)
  expect(problems).toEqual([expect.stringMatching(/^The database is empty, but the file store holds files/)])
  await start(place)
})

test('a start rejects a restore that was interrupted after its files, and says how to reset it', async () => {
  const place = { ...scratch.place(), ...(await emptyDatabase()) }
  const { storage } = await openStorage(configOf(place), { keys: KEYS, log, now: () => new Date() })
  await storage.openUpload({ key: 'someone/0-flight.zip' })
  await expect(start(place)).rejects.toThrow(REJECTED)
})

test('an installation that was started once and never used accepts a restore', async () => {
  const place = { ...scratch.place(), ...(await emptyDatabase()) }
  await start(place)
  expect(await restore(place, backup)).toMatchObject({ objects: { count: 5 } })
  await start(place)
})

test('a start rejects a restore that was interrupted before its rows, into an installation that was started once', async () => {
  const place = { ...scratch.place(), ...(await emptyDatabase()) }
  await start(place)
  const broken = join(scratch.folder, 'broken')
  cpSync(dirname(backup), broken, { recursive: true })
  const files = join(findBackup(broken), 'tables/files.ndjson.gz')
  const report = (what: string) => {
    if (what === 'restored') rmSync(files, { force: true })
  }
  const options = { log, now: () => new Date(), report }
  await expect(restoreBackup(configOf(place), findBackup(broken), options)).rejects.toThrow('ENOENT')
  await expect(start(place)).rejects.toThrow(REJECTED)
})

test('processes that start concurrently with an empty database all start', async () => {
  const { env, remove } = await copyDatabase()
  removals.push(remove)
  const opened = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const { close } = await openDeps(configOf({ ...scratch.place(), ...env, SECRET_KEY }), { jobs: [], log })
      return close
    }),
  )
  expect(opened).toHaveLength(4)
  for (const close of opened) await close()
})
