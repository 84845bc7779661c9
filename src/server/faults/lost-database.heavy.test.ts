import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minutes } from '#domain/units.ts'
import { openSource } from '#server/backup/source.ts'
import { readConfig } from '#server/config/config.ts'
import { openDeps } from '#server/deps.ts'
import { examine } from '#server/doctor/doctor.ts'

const log = pino({ level: 'silent' })
const configOf = (dataDir: string) => readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, LOG_LEVEL: 'silent' })

/** Starts, does the work, and returns its result. */
async function start(dataDir: string, work: (deps: Awaited<ReturnType<typeof openDeps>>['deps']) => unknown = () => 0) {
  const { deps, close } = await openDeps(configOf(dataDir), { jobs: [], log })
  await work(deps)
  await close()
}

/** A used data folder: it has a database, a key, and an open upload. */
let used: string
let folder: string
let data: string
const at = (name: string): string => join(data, name)
beforeAll(async () => {
  used = mkdtempSync(join(tmpdir(), 'skyfurrow-used-'))
  await start(used, ({ storage }) => storage.openUpload({ key: 'someone/0-flight.zip' }))
}, minutes(3))
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skyfurrow-lost-'))
  data = join(folder, 'data')
  cpSync(used, data, { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true }))
afterAll(() => rmSync(used, { recursive: true }))

async function runDoctor(): Promise<string[]> {
  const findings: string[] = []
  for await (const { name, state, says, todo } of examine({ NODE_ENV: 'test', DATA_DIR: data, PORT: '9' }))
    if (state === 'fail' && name === 'database') findings.push(`${says} ${todo}`)
  return findings
}

const LOST = /^The embedded database is lost: .*db\/PG_VERSION is missing, but /
const RESTORE_INSTRUCTIONS =
  /secret\.key into a new one, and run skyfurrow restore .*on purpose, choose a DATA_DIR that is empty/

describe('a lost database is not replaced by an empty one', () => {
  test.each([
    ['its folder is gone', () => rmSync(at('db'), { recursive: true })],
    [
      'its folder is empty',
      () => {
        rmSync(at('db'), { recursive: true })
        mkdirSync(at('db'))
      },
    ],
    [
      'files are in the store, and no marker says that there was a database',
      () => {
        rmSync(at('db'), { recursive: true })
        rmSync(at('database.made'))
      },
    ],
    [
      'only the marker exists, and no file',
      () => {
        rmSync(at('db'), { recursive: true })
        rmSync(at('objects'), { recursive: true })
      },
    ],
  ])('%s: the start reports what is missing, and how to recover', async (_what, lose) => {
    lose()
    await expect(start(data)).rejects.toThrow(LOST)
    await expect(start(data)).rejects.toThrow(RESTORE_INSTRUCTIONS)
    await expect(openSource(configOf(data), { log, now: () => new Date() })).rejects.toThrow(LOST)
    expect(existsSync(at('db/PG_VERSION'))).toBe(false)
    expect(await runDoctor()).toEqual([expect.stringMatching(LOST)])
  })

  test('a first start creates one, and a later one adds the missing marker to an older database', async () => {
    rmSync(at('database.made'))
    const madeAt = statSync(at('db/PG_VERSION')).mtimeMs
    await start(data)
    expect(readdirSync(data)).toContain('database.made')
    expect(statSync(at('db/PG_VERSION')).mtimeMs).toBe(madeAt)
    const fresh = join(folder, 'fresh')
    await start(fresh)
    expect(readdirSync(fresh)).toEqual(expect.arrayContaining(['database.made', 'db', 'secret.key']))
  })

  test('a lost key is not replaced by another one', async () => {
    rmSync(at('secret.key'))
    await expect(start(data)).rejects.toThrow(`${at('secret.key')} is missing, and SECRET_KEY is not set`)
    expect(existsSync(at('secret.key'))).toBe(false)
  })

  test('an empty database with files in the store is rejected', { timeout: minutes(3) }, async () => {
    const empty = join(folder, 'empty')
    mkdirSync(empty)
    cpSync(at('secret.key'), join(empty, 'secret.key'))
    cpSync(at('objects'), join(empty, 'objects'), { recursive: true })
    // As an interrupted restore leaves it: the tables exist, without rows.
    await start(data, ({ db }) => db.deleteFrom('secretKeyId').execute())
    cpSync(at('db'), join(empty, 'db'), { recursive: true })
    await expect(start(empty)).rejects.toThrow(/^The database is empty, but the file store holds files that .*restore/)
  })
})

const zero = (file: string): void => {
  const { size } = statSync(file)
  truncateSync(file, 0)
  truncateSync(file, size)
}
const logFile = (): string =>
  at(join('db/pg_wal', readdirSync(at('db/pg_wal')).find((name) => name.startsWith('0')) ?? ''))

const NEEDED = [
  'PG_VERSION',
  'postgresql.conf',
  'global/pg_control',
  'base/1',
  'base/5',
  'pg_wal',
  'pg_xact',
  'pg_multixact',
]
const missing = NEEDED.map((name): [string, () => void, RegExp] => [
  `without ${name}`,
  () => rmSync(at(join('db', name)), { recursive: true }),
  new RegExp(`${name} is missing`),
])

describe('a corrupted database is reported with a clear message', () => {
  test.each([
    ...missing,
    [
      'pg_control truncated',
      () => truncateSync(at('db/global/pg_control'), 100),
      /could not read file "global\/pg_control"/,
    ],
    ['pg_control zeroed', () => zero(at('db/global/pg_control')), /files are incompatible with server/],
    ['the write-ahead log zeroed', () => zero(logFile()), /could not locate a valid checkpoint record/],
    ['the write-ahead log missing', () => rmSync(logFile()), /could not/],
    ['garbage for a version', () => writeFileSync(at('db/PG_VERSION'), 'hello'), /PG_VERSION names no version/],
    ['a system table truncated', () => truncateSync(at('db/base/5/1259'), 100), /could not/],
  ] as [string, () => void, RegExp][])('%s', async (_what, damage, reason) => {
    damage()
    const error: unknown = await start(data).catch((caught: unknown) => caught)
    const { message } = error as Error
    expect(message).toMatch(/^The embedded database in .*db is damaged or incomplete \(/)
    expect(message).toMatch(reason)
    expect(message).toMatch(/restore a backup: .* Keep the damaged folder until that has worked\.$/)
    expect(message).not.toContain('Aborted')
    const [finding = '', ...more] = await runDoctor()
    expect(finding).toMatch(/^the embedded database in .*db is damaged: .* Restore a backup\. Keep the damaged folder/)
    expect(finding).toMatch(reason)
    expect({ more, aborts: finding.includes('Aborted') }).toEqual({ more: [], aborts: false })
  })

  test('the command prints that message without a stack', () => {
    truncateSync(at('db/global/pg_control'), 100)
    const { stderr, status } = spawnSync(process.execPath, ['--no-warnings', 'src/server/main.ts', 'migrate'], {
      env: { PATH: process.env['PATH'], NODE_ENV: 'test', DATA_DIR: data },
      encoding: 'utf8',
    })
    expect(stderr).toMatch(
      /^The embedded database in .* is damaged or incomplete \(could not read .*that has worked\.\n$/,
    )
    expect(status).toBe(1)
  })
})
