// As root, like tests that mount a disk.
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../../../..')

/** A folder that everyone may pass, and one with the only programs that are found where `unshare` is not possible. */
let folder: string
let programs: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skyfurrow-account-'))
  chmodSync(folder, 0o755)
  programs = join(folder, 'programs')
  mkdirSync(programs)
  for (const name of ['sh', 'cat']) symlinkSync(`/bin/${name}`, join(programs, name))
})
afterEach(() => rmSync(folder, { recursive: true }))

const dataDir = () => join(folder, 'data')

function migrate(env: NodeJS.ProcessEnv = {}, ids: { uid?: number; gid?: number } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--no-warnings', 'src/server/main.ts', 'migrate'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], NODE_ENV: 'test', DATA_DIR: dataDir(), ...env },
    encoding: 'utf8',
    ...ids,
  })
  return { status, printed: stdout + stderr }
}

const UP_TO_DATE = { status: 0, printed: 'The database is up to date\n' }
const ownerOf = (name: string): number => statSync(join(dataDir(), name)).uid

test('as root it runs under another number, and its files are those of root', () => {
  expect(migrate()).toEqual(UP_TO_DATE)
  expect([ownerOf('db'), ownerOf('db/PG_VERSION')]).toEqual([0, 0])
  expect(statSync(dataDir()).mode & 0o777).toBe(0o700)
})

test('as root without that, it runs as another user, who keeps the database, and can pass its folder but not list it', () => {
  expect(migrate({ PATH: programs })).toEqual(UP_TO_DATE)
  expect(ownerOf('db')).toBeGreaterThan(0)
  expect(ownerOf('secret.key')).toBe(0)
  expect(statSync(dataDir()).mode & 0o777).toBe(0o711)
  for (const PATH of [programs, process.env['PATH']]) expect(migrate({ PATH })).toEqual(UP_TO_DATE)
})

test('as root, a database of root becomes that of the other user when only that is possible', () => {
  expect(migrate()).toEqual(UP_TO_DATE)
  expect(migrate({ PATH: programs })).toEqual(UP_TO_DATE)
  expect(ownerOf('db/PG_VERSION')).toBeGreaterThan(0)
})

test('as root without any way, the start ends and says what to do', () => {
  chmodSync(folder, 0o700)
  const { status, printed } = migrate({ PATH: programs })
  expect(status).toBe(1)
  expect(printed).toMatch(
    /^The embedded database can't run as root: .* can't reach .*\. Run Skyfurrow as an ordinary user, .* or set DATABASE_URL\.\n$/,
  )
})

test.each([
  ['an ordinary user', 65_534],
  ['a user without a name', 54_321],
])('as %s it runs as that user', (_who, uid) => {
  mkdirSync(dataDir(), { mode: 0o700 })
  chownSync(dataDir(), uid, uid)
  expect(migrate({}, { uid, gid: uid })).toEqual(UP_TO_DATE)
  expect([ownerOf('db'), ownerOf('db/PG_VERSION')]).toEqual([uid, uid])
})

test('a user without a name is told what to do where a namespace is not possible', () => {
  mkdirSync(dataDir())
  chownSync(dataDir(), 54_321, 54_321)
  const { status, printed } = migrate({ PATH: programs }, { uid: 54_321, gid: 54_321 })
  expect(status).toBe(1)
  expect(printed).toContain('with the number 54321, is not in /etc/passwd, which PostgreSQL needs. Add that user')
})
