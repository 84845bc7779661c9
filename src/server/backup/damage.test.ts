import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backUp, fill, KEYS, makeScratch, restore, SECRET_KEY } from '#server/testing/server/backups.ts'
import { databaseSnapshot, storageSnapshot } from '#server/testing/server/snapshot.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { checkBackup } from './check-backup.ts'
import { findBackup, readManifest, writeManifest } from './manifest.ts'

const scratch = makeScratch()
const good = join(scratch.folder, 'good')
let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ SECRET_KEY }, { runsJobs: false })
  await fill(server)
  await backUp(server, good)
})
afterAll(async () => {
  await server.close()
  scratch.remove()
})

function flipBit(file: string): void {
  const bytes = readFileSync(file)
  const middle = bytes.length >> 1
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  writeFileSync(file, bytes)
}

function anObject(backup: string): string {
  const repository = join(backup, '../objects')
  const [name = ''] = readdirSync(repository, { recursive: true, encoding: 'utf8' }).filter((path) => path.length > 60)
  return join(repository, name)
}

const rewriteManifest = async (backup: string, change: object) => {
  const { format: _format, ...manifest } = await readManifest(backup, KEYS)
  await writeManifest(backup, { ...manifest, ...change }, KEYS)
}

type Damage = [name: string, damage: (backup: string) => unknown, message: string]

const DAMAGES: Damage[] = [
  ['a bit of an object', (backup) => flipBit(anObject(backup)), 'the copy of'],
  ['a bit of the rows', (backup) => flipBit(join(backup, 'tables/audit.ndjson.gz')), 'audit.ndjson.gz: its SHA-256'],
  ['a bit of the list of objects', (backup) => flipBit(join(backup, 'objects.ndjson.gz')), 'its SHA-256'],
  ['a bit of the manifest', (backup) => flipBit(join(backup, 'manifest.json')), 'is damaged: its SHA-256'],
  ['a bit of its hash', (backup) => flipBit(join(backup, 'manifest.sha256')), 'is damaged: its SHA-256'],
  ['a truncated object', (backup) => truncateSync(anObject(backup), 0), 'has 0 bytes'],
  [
    'truncated rows',
    (backup) => truncateSync(join(backup, 'tables/users.ndjson.gz'), 20),
    'users.ndjson.gz: its SHA-256',
  ],
  ['a missing object', (backup) => rmSync(anObject(backup)), 'ENOENT'],
  ['a missing table', (backup) => rmSync(join(backup, 'tables/files.ndjson.gz')), 'ENOENT'],
  ['a missing hash', (backup) => rmSync(join(backup, 'manifest.sha256')), 'is not a complete backup'],
  [
    'rows of a later version',
    async (backup) => rewriteManifest(backup, { schema: [...(await readManifest(backup, KEYS)).schema, '999-later'] }),
    'newer Skyfurrow (test): this version does not know 999-later',
  ],
  ['a format of a later version', (backup) => rewriteManifest(backup, { format: 2 }), 'in a format that this version'],
  [
    'other row counts',
    (backup) => rewriteManifest(backup, { objects: { rows: 9, bytes: 9, sha256: '0'.repeat(64) } }),
    'SHA',
  ],
]

describe('F67: a damaged or newer backup is rejected before anything is changed', () => {
  test.each(DAMAGES)('F67: %s', async (name, damage, message) => {
    const folder = join(scratch.folder, name.replaceAll(' ', '-'))
    cpSync(good, folder, { recursive: true })
    const backup = findBackup(folder)
    await damage(backup)
    const { problems } = await checkBackup(backup, { keys: KEYS })
    expect(problems.join('\n')).toContain(message)
    const place = scratch.place()
    await expect(restore(place, backup)).rejects.toThrow('nothing was changed')
    expect(readdirSync(scratch.folder)).not.toContain(basename(place['DATA_DIR'] ?? ''))
  })
})

test('F67: restoring a damaged backup changes no existing data', async () => {
  const folder = join(scratch.folder, 'beside')
  cpSync(good, folder, { recursive: true })
  flipBit(anObject(findBackup(folder)))
  const before = { state: await databaseSnapshot(server), names: await storageSnapshot(server) }
  const place = { DATA_DIR: server.deps.config.dataDir, SECRET_KEY }
  await expect(restore(place, findBackup(folder))).rejects.toThrow('nothing was changed')
  // A good backup is rejected because the product runs there.
  await expect(restore(place, findBackup(good))).rejects.toThrow('is in use by process')
  expect({ state: await databaseSnapshot(server), names: await storageSnapshot(server) }).toEqual(before)
})
