import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '#domain/errors.ts'
import { days } from '#domain/units.ts'
import { purgeDeleted } from '#server/features/deletions/purge-deleted.ts'
import {
  backUp,
  expectWhole,
  type Filled,
  fill,
  KEYS,
  makeScratch,
  restore,
  rowsOf,
  SECRET_KEY,
  sourceOf,
} from '#server/testing/server/backups.ts'
import { emailsTo, waitForJobs } from '#server/testing/server/emails.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { checkBackup } from './check-backup.ts'
import { type BackupResult, createBackup } from './create-backup.ts'
import { backupsIn, findBackup } from './manifest.ts'

const scratch = makeScratch()
const folder = join(scratch.folder, 'backups')
let server: TestServer
let filled: Filled
let created: BackupResult
beforeAll(async () => {
  server = await openTestServer({ SECRET_KEY })
  filled = await fill(server)
  // Equal content is found by its SHA-256.
  await waitForJobs(server, 'check-file')
  created = await backUp(server, folder)
})
afterAll(async () => {
  await server.close()
  scratch.remove()
})

const at = (day: number) => new Date(Date.UTC(2026, 0, day))
const unavailable = () => {
  throw new AppError('unavailable', 'The store does not respond')
}
const objectFiles = (of = folder) =>
  readdirSync(join(of, 'objects'), { recursive: true, encoding: 'utf8' }).filter((name) => name.length > 60)

test('a backup is verified, stores equal content once, and contains no secrets', async () => {
  expect(created).toMatchObject({ copied: 4, manifest: { faults: [], removed: [], objects: { rows: 5 } } })
  expect(await checkBackup(created.backup, { keys: KEYS })).toMatchObject({
    problems: [],
    hashes: 2 + created.manifest.tables.length + 4,
  })
  expect(JSON.stringify(created.manifest)).not.toContain(SECRET_KEY)
})

async function requestsOf(place: Record<string, string>): Promise<string[]> {
  const over = await openTestServer({}, { over: place, runsJobs: false })
  const rows = await over.deps.db.selectFrom('analyses').select('id').where('status', '<>', 'UPLOADING').execute()
  await over.close()
  return rows.map(({ id }) => id).toSorted()
}

test('a restore of an older backup does not bring back what was removed for good since', async () => {
  const own = join(scratch.folder, 'older')
  const from = await openTestServer({ SECRET_KEY })
  const { customer, requests } = await fill(from)
  const [older, [first, ...others]] = [(await backUp(from, own)).backup, requests]
  const subject = { kind: 'request', id: first?.id ?? '' } as const
  await from.call('deleteSubject', { token: customer.token, query: subject })
  await purgeDeleted({ ...from.deps, now: () => new Date(Date.now() + days(31)) })
  const left = others.map(({ id }) => id).toSorted()
  const place = scratch.place()
  const purgedList = join(from.deps.config.dataDir, 'purged.ndjson')
  expect(await restore(place, older, { purgedList })).toMatchObject({ purged: 1 })
  expect(await requestsOf(place)).toEqual(left)
  // The backup that came after it knows as well.
  await backUp(from, own)
  const another = scratch.place()
  expect(await restore(another, older)).toMatchObject({ purged: 1 })
  expect(await requestsOf(another)).toEqual(left)
  await from.close()
  // A damaged one does not keep an older one from being restored, and is named.
  const [newest = ''] = backupsIn(own)
  writeFileSync(join(newest, 'manifest.json'), '{}')
  expect(await restore(scratch.place(), older)).toMatchObject({ purged: 0, unread: [newest] })
})

test('F66: a restore has the same rows and files, people can log in, and sessions are ended', async () => {
  const place = scratch.place()
  expect(await restore(place, created.backup)).toMatchObject({ objects: { count: 5 } })
  const over = await openTestServer({}, { over: place, runsJobs: false })
  const [before, after] = [await rowsOf(created.backup, scratch), await rowsOf(over, scratch)]
  await over.close()
  expect(after).toEqual(before)
  await expectWhole(place, filled)
  await expect(restore(place, created.backup)).rejects.toThrow('The database has rows already (')
})

test('the next backup copies only what is new; old backups are removed, with the objects that only they name', async () => {
  const kept = join(scratch.folder, 'kept')
  const first = await backUp(server, kept, { at: at(1), keep: 2 })
  const id = filled.report.id
  const report = server.deps.db
    .selectFrom('files')
    .selectAll()
    .where('kind', '=', 'REPORT')
    .where('analysisId', '=', id)
  const row = await report.executeTakeFirstOrThrow()
  expect(await backUp(server, kept, { at: at(2), keep: 2 })).toMatchObject({ copied: 0, pruned: { backups: 0 } })

  await server.deps.db.deleteFrom('files').where('kind', '=', 'ARCHIVE').where('bytes', '=', 70_000).execute()
  const third = await backUp(server, kept, { at: at(3), keep: 2 })
  expect(third).toMatchObject({ copied: 0, pruned: { backups: 1, objects: 0 } })
  expect(existsSync(first.backup)).toBe(false)
  expect(await backUp(server, kept, { at: at(4), keep: 2 })).toMatchObject({ pruned: { backups: 1, objects: 1 } })
  expect(objectFiles(kept)).toHaveLength(3)
  expect(row.bytes).toBe(filled.report.content.length)
  for (const backup of backupsIn(kept)) expect((await checkBackup(backup, { keys: KEYS })).problems).toEqual([])
})

test('a file that is missing in the store is reported, and the last good backup is kept', async () => {
  const { db, storage } = server.deps
  const place = join(scratch.folder, 'lost')
  const good = await backUp(server, place, { at: new Date(days(20_000)), keep: 1 })
  const lost = await db.selectFrom('files').selectAll().where('kind', '=', 'REPORT').executeTakeFirstOrThrow()
  const cut = { ...sourceOf(server), storage: { read: () => storage.read({ key: 'not/there' }) } }
  const options = { version: 'test', keep: 1 }
  const unseen = join(scratch.folder, 'unseen')
  const first = await createBackup(cut, unseen, { ...options, now: new Date() })
  expect(first.manifest.faults).toContainEqual(
    expect.objectContaining({ fileId: lost.id, fileName: lost.fileName, isCopied: false }),
  )
  for (const name of objectFiles(place)) rmSync(join(place, 'objects', name))
  const bad = await createBackup(cut, place, { ...options, now: new Date(days(20_001)) })
  expect(bad.manifest.faults).toHaveLength(4)
  expect(backupsIn(place)).toEqual([bad.backup, good.backup])
})

test('work in progress: a removed file is no error, pending emails are sent, uploads start again', async () => {
  const { db, storage } = server.deps
  const waiting = { id: 'waiting', toEmail: 'late@example.org', subject: 'Late', text: 'text', html: 'html' }
  const unsent = { createdAt: server.deps.now(), sentAt: null, expiresAt: null }
  await db
    .insertInto('emails')
    .values({ ...waiting, ...unsent })
    .execute()
  const gone = await db.selectFrom('files').selectAll().where('bytes', '=', 1).executeTakeFirstOrThrow()
  await db.insertInto('flightFiles').values({ key: 'mask', mapFileId: gone.id, bytes: 1 }).execute()
  const source = {
    ...sourceOf(server),
    storage: {
      async *read({ key }: { key: string }) {
        if (key === gone.storageKey) await db.deleteFrom('files').where('id', '=', gone.id).execute()
        yield* storage.read({ key: key === gone.storageKey ? 'removed/meanwhile' : key })
      },
    },
  }
  const removed = await createBackup(source, join(scratch.folder, 'removed'), { now: new Date(), version: 'test' })
  expect(removed.manifest).toMatchObject({ removed: [gone.id], faults: [] })
  expect((await checkBackup(removed.backup, { keys: KEYS })).problems).toEqual([])

  const place = scratch.place()
  await restore(place, removed.backup)
  const over = await openTestServer({}, { over: place })
  try {
    const files = await over.deps.db.selectFrom('files').select('bytes').where('bytes', '=', 1).execute()
    const open = await over.deps.db.selectFrom('uploads').select('id').where('state', '=', 'OPEN').execute()
    expect({ files, open }).toEqual({ files: [], open: [] })
    expect(await emailsTo(over, 'late@example.org')).toHaveLength(1)
  } finally {
    await over.close()
  }
})

test('an interrupted backup is not a backup, and the next one cleans up', async () => {
  const place = join(scratch.folder, 'stopped')
  const options = { now: new Date(), version: 'test' }
  const stopped = createBackup({ ...sourceOf(server), storage: { read: unavailable } }, place, options)
  await expect(stopped).rejects.toThrow('The store does not respond')
  writeFileSync(join(place, 'objects/tmp-of-a-copy'), 'half of it')
  expect(backupsIn(place)).toEqual([])
  expect(() => findBackup(place)).toThrow('There is no backup at')
  const { backup } = await backUp(server, place)
  expect(readdirSync(place).sort()).toEqual([basename(backup), 'lock', 'lock.pid', 'objects'])
  expect(existsSync(join(place, 'objects/tmp-of-a-copy'))).toBe(false)
})

test('two concurrent backups into one folder are rejected', async () => {
  const place = join(scratch.folder, 'at-once')
  const both = await Promise.allSettled([backUp(server, place), backUp(server, place)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})
