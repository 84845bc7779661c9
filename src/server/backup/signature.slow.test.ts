import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { backUp, fill, KEYS, makeScratch, restore, SECRET_KEY } from '#server/testing/server/backups.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { deriveKeys } from '../secrets/keys.ts'
import { checkBackup } from './check-backup.ts'
import { findBackup, readManifest } from './manifest.ts'
import { readNdjson } from './ndjson.ts'

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

let copies = 0
let backup: string
beforeEach(() => {
  const folder = join(scratch.folder, `copy-${(copies += 1)}`)
  cpSync(good, folder, { recursive: true })
  backup = findBackup(folder)
})

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')
type Hashes = { tables: { name: string; sha256: string }[]; objects: { sha256: string } }

/** As an attacker who can write to the backup and knows its format, but does not have the key. */
function forge(change: (manifest: Hashes) => void): void {
  const file = join(backup, 'manifest.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Hashes
  change(manifest)
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  writeFileSync(file, text)
  writeFileSync(join(backup, 'manifest.sha256'), `${sha256(text)}\n`)
}

function rewrite(file: string, change: (text: string) => string): string {
  const zipped = gzipSync(change(gunzipSync(readFileSync(file)).toString()))
  writeFileSync(file, zipped)
  return sha256(zipped)
}

const makeAdmins = (): void =>
  forge(({ tables }) => {
    const users = tables.find(({ name }) => name === 'users')
    const file = join(backup, 'tables/users.ndjson.gz')
    if (users) users.sha256 = rewrite(file, (text) => text.replaceAll('"role":"USER"', '"role":"ADMIN"'))
  })

const problemsOf = async (): Promise<string> => (await checkBackup(backup, { keys: KEYS })).problems.join('\n')

const FORGERIES: [string, () => void][] = [
  ['a customer made staff, with every hash recomputed', makeAdmins],
  ['tables in another order', () => forge(({ tables }) => tables.push(...tables.splice(0, 1)))],
  ['a missing table', () => forge(({ tables }) => tables.pop())],
  [
    'an object and its line in the list',
    () =>
      forge(({ objects }) => {
        const bytes = 'other bytes'
        const place = join(dirname(backup), 'objects', sha256(bytes).slice(0, 2))
        mkdirSync(place, { recursive: true })
        writeFileSync(join(place, sha256(bytes)), bytes)
        const list = join(backup, 'objects.ndjson.gz')
        objects.sha256 = rewrite(list, (text) => text.replace(/"sha256":"[0-9a-f]+"/, `"sha256":"${sha256(bytes)}"`))
      }),
  ],
  ['a signature of zeros', () => writeFileSync(join(backup, 'manifest.hmac'), `${KEYS.id} ${'0'.repeat(64)}\n`)],
  ['a truncated signature', () => writeFileSync(join(backup, 'manifest.hmac'), `${KEYS.id} 00\n`)],
]

describe('a backup that was changed without the key is rejected by verify and restore', () => {
  test.each(FORGERIES)('%s', async (_what, change) => {
    change()
    expect(await problemsOf()).toContain('it was changed or damaged after it was created')
    await expect(restore(scratch.place(), backup)).rejects.toThrow('nothing was changed')
  })

  test('an added file is named', async () => {
    writeFileSync(join(backup, 'tables/more.ndjson.gz'), gzipSync(''))
    expect(await problemsOf()).toContain('tables/more.ndjson.gz is not a file of this backup')
  })

  test('an older backup under a newer name is reported', async () => {
    const renamed = join(dirname(backup), '2099-01-01T00-00-00.000Z')
    cpSync(backup, renamed, { recursive: true })
    expect((await checkBackup(findBackup(dirname(backup)), { keys: KEYS })).problems.join()).toContain(
      'has the name of another time',
    )
  })

  test('a change between the check and the restore is detected', async () => {
    const { tables } = await readManifest(backup, KEYS)
    const expected = tables.find(({ name }) => name === 'users')?.sha256 ?? ''
    makeAdmins()
    const readAll = async () => {
      for await (const _ of readNdjson(join(backup, 'tables/users.ndjson.gz'), { sha256: expected }));
    }
    await expect(readAll()).rejects.toThrow('was changed after it was checked')
  })
})

test('an unsigned backup is accepted only with the flag', async () => {
  rmSync(join(backup, 'manifest.hmac'))
  expect(await problemsOf()).toContain('is not signed')
  await expect(restore(scratch.place(), backup)).rejects.toThrow('Use --unsigned to accept it anyway.')
  expect((await checkBackup(backup, { keys: null })).problems).toEqual([])
  expect(await restore(scratch.place(), backup, { unsigned: true })).toMatchObject({ objects: { count: 5 } })
})

test('a target with another key, or with none, needs the right one first', async () => {
  const other = { ...scratch.place(), SECRET_KEY: 'ab'.repeat(32) }
  const { id } = deriveKeys(Buffer.from(other.SECRET_KEY, 'hex'))
  for (const unsigned of [false, true])
    await expect(restore(other, backup, { unsigned })).rejects.toThrow(
      new RegExp(`secret key \\(${KEYS.id}\\) than .*${id}`),
    )
  const { SECRET_KEY: _key, ...bare } = scratch.place()
  await expect(restore(bare, backup)).rejects.toThrow('There is no secret key')
})
