import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { minutes } from '#domain/units.ts'
import { startServer } from '#server/adapters/db/embedded/embedded-server.ts'
import { lockFolder } from '#server/adapters/db/folder-lock.ts'
import { readConfig } from '#server/config/config.ts'
import { openDeps } from '#server/deps.ts'
import { ensureDemoAccounts } from '#server/features/accounts/demo/demo-accounts.ts'
import { makeCertificate, openSmtpServer } from '#server/testing/doubles/smtp-server.ts'
import { freePort } from '#server/testing/processes/free-port.ts'
import { type DoctorOptions, examine } from './doctor.ts'
import type { Finding } from './finding.ts'

/** A data folder after a first start in development. */
let template: string
let folder: string
let web: string
let port: number
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'skyfurrow-doctor-template-'))
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: template, LOG_LEVEL: 'silent' })
  const { deps, close } = await openDeps(config, { jobs: [] })
  await ensureDemoAccounts(deps, async () => undefined)
  await close()
}, minutes(3))
beforeEach(async () => {
  port = await freePort()
  folder = mkdtempSync(join(tmpdir(), 'skyfurrow-sick-'))
  web = join(folder, 'web')
  mkdirSync(web)
  writeFileSync(join(web, '404.html'), '')
})
afterEach(() => rmSync(folder, { recursive: true }))
afterAll(() => rmSync(template, { recursive: true }))

const dataDir = (): string => join(folder, 'data')
function begin(): void {
  cpSync(template, dataDir(), { recursive: true })
  // The mode after a start, which a copy does not keep.
  chmodSync(dataDir(), 0o700)
}

async function findings(env: NodeJS.ProcessEnv = {}, options: DoctorOptions = {}): Promise<Finding[]> {
  const all: Finding[] = []
  const usual = { NODE_ENV: 'test', DATA_DIR: dataDir(), PORT: String(port) }
  for await (const finding of examine({ ...usual, ...env }, { webFolder: web, ...options })) all.push(finding)
  return all
}

const faultsIn = (list: readonly Finding[]): string[] =>
  list.filter(({ state }) => state === 'fail').map(({ name, says }) => `${name}: ${says}`)

/** The failed checks. */
const faults = async (...given: Parameters<typeof findings>): Promise<string[]> => faultsIn(await findings(...given))

test('before a first start all checks pass, and nothing is created', async () => {
  expect(await faults()).toEqual([])
  expect(readdirSync(folder)).toEqual(['web'])
})

const times = () =>
  readdirSync(dataDir(), { recursive: true, encoding: 'utf8' }).map((name) => {
    const { mtimeMs, size } = statSync(join(dataDir(), name))
    return { name, mtimeMs, size }
  })

test('after a first start all checks pass, and nothing is changed', async () => {
  begin()
  const before = times()
  const all = await findings()
  expect(faultsIn(all)).toEqual([])
  expect(all.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['node', 'configuration', 'data folder', 'database', 'schema', 'key of the data']),
  )
  expect(times()).toEqual(before)
})

test('all problems of the configuration are reported at once', async () => {
  expect(await faults({ PORT: 'many', DATABASE_URL: 'mysql://', STORAGE_URL: 'ftp://' })).toEqual([
    'configuration: PORT: must be a whole number',
    expect.stringContaining('configuration: DATABASE_URL: must be an address like postgres://'),
    expect.stringContaining('configuration: STORAGE_URL: must be'),
  ])
})

test('production with PostgreSQL and without a SECRET_KEY is reported', async () => {
  expect(
    await faults({ NODE_ENV: 'production', DATABASE_URL: 'postgres://a@localhost/a', MAIL_FOLDER: folder }),
  ).toEqual([expect.stringContaining('configuration: SECRET_KEY: required with DATABASE_URL in production')])
})

test('a Node version that is too old is reported', async () => {
  expect(await faults({}, { nodeVersion: '20.11.0' })).toEqual(['node: Node 20.11.0 is too old'])
})

test('a data folder that is not a folder is reported', async () => {
  writeFileSync(dataDir(), '')
  expect(await faults()).toEqual([expect.stringMatching(/^data folder: .*data is not a folder$/)])
})

test('a data folder in use by another process passes, and is reported as in use', async () => {
  begin()
  const unlock = lockFolder(dataDir())
  const all = await findings()
  unlock()
  expect(faultsIn(all)).toEqual([])
  expect(all.find(({ name }) => name === 'running')).toMatchObject({
    state: 'ok',
    says: `process ${process.pid} runs on this folder, which is fine`,
  })
  expect(all.find(({ name }) => name === 'database')).toMatchObject({ state: 'skipped' })
})

test.each([
  ['a file of it is cut short', () => truncateSync(join(dataDir(), 'db/global/pg_control'), 100)],
  ['a folder of it is gone', () => rmSync(join(dataDir(), 'db/base'), { recursive: true })],
])('a damaged embedded database is reported: %s', async (_what, damage) => {
  begin()
  damage()
  expect(await faults()).toEqual([expect.stringMatching(/^database: the embedded database in .*db is damaged: /)])
})

const change = async (statement: string): Promise<void> => {
  const { settings, stop } = await startServer(dataDir(), { log: pino({ level: 'silent' }), connectionsMax: 1 })
  const client = new Client({ host: settings.host, user: settings.user, database: settings.database })
  await client.connect()
  await client.query(statement)
  await client.end()
  await stop()
}

test('demo accounts with the printed password are reported in production', async () => {
  begin()
  const production = { NODE_ENV: 'production', MAIL_FOLDER: folder }
  expect(await faults(production)).toContainEqual(
    expect.stringMatching(/^demo accounts: anyone can log in with the printed password .* staff@skyfurrow\.example; /),
  )
  expect(await faults()).toEqual([])
  await change(`update users set password_hash = 'another'`)
  expect((await faults(production)).join()).not.toContain('demo accounts')
})

const named = (name: string) => ({ ADMIN_EMAIL: `${name}@skyfurrow.example`, ADMIN_PASSWORD: 'Paddock-2026!' })

test('an ADMIN_EMAIL of a customer is reported', async () => {
  begin()
  expect(await faults(named('Customer'))).toEqual([
    'first member of staff: ADMIN_EMAIL Customer@skyfurrow.example belongs to a customer, so no staff account was created.',
  ])
  for (const name of ['staff', 'nobody.yet']) expect(await faults(named(name))).toEqual([])
})

test('a schema that is newer than the program is reported', async () => {
  begin()
  await change(`insert into kysely_migration (name, timestamp) values ('999-future', '2030-01-01')`)
  expect(await faults()).toEqual([expect.stringMatching(/^schema: .*newer Skyfurrow.* does not know 999-future/)])
})

test('a secret key that does not match the data is reported, and stops a start', async () => {
  begin()
  const other = { SECRET_KEY: 'ab'.repeat(32) }
  const words = /The data in the database were created with another secret key/
  expect(await faults(other)).toEqual([expect.stringMatching(words)])
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir(), LOG_LEVEL: 'silent', ...other })
  await expect(openDeps(config, { jobs: [] })).rejects.toThrow(words)
})

test('a damaged key, and one that others can read, are reported', async () => {
  begin()
  const key = join(dataDir(), 'secret.key')
  chmodSync(key, 0o644)
  expect(await faults()).toEqual([
    expect.stringMatching(/^secret key: other users of this machine can read .*\(mode 644\)$/),
  ])
  truncateSync(key, 10)
  expect(await faults()).toEqual([expect.stringMatching(/^secret key: .*secret\.key is damaged/)])
})

test('a damaged lock is reported', async () => {
  begin()
  writeFileSync(join(dataDir(), 'lock'), 'this is no lock, and long enough to be read as one')
  expect(await faults()).toEqual([expect.stringMatching(/^lock: The file .*lock is damaged: .* remove the file/)])
})

test('a missing web build is reported', async () => {
  rmSync(join(web, '404.html'))
  expect(await faults()).toEqual([expect.stringMatching(/^web pages: there are none in /)])
})

test.each([
  ['is not there', '/no/such/scanner', /can't be run: spawn \/no\/such\/scanner ENOENT$/],
  ['fails', '["sh", "-c", "echo no database; exit 2"]', /can't be run: The virus scanner ended with 2: no database$/],
])('a virus scanner that %s is reported', async (_what, command, words) => {
  expect(await faults({ VIRUS_SCAN_COMMAND: command })).toEqual([expect.stringMatching(words)])
})

test('an https URL without a trusted proxy is reported', async () => {
  const listed = await faults({ PUBLIC_URL: 'https://localhost', HOST: '0.0.0.0' })
  expect(listed).toEqual([expect.stringMatching(/^proxies: PUBLIC_URL is https, .* TRUSTED_PROXIES is empty$/)])
})

test('a plain http URL in production is reported', async () => {
  const env = { NODE_ENV: 'production', MAIL_FOLDER: folder, PUBLIC_URL: 'http://skyfurrow.invalid' }
  expect(await faults(env)).toContainEqual(
    'encryption: PUBLIC_URL is http://skyfurrow.invalid: passwords and files would be sent unencrypted',
  )
})

async function answering(body: string, at = 0): Promise<Server> {
  const server = createServer((_request, response) => response.end(body))
  server.listen(at, '127.0.0.1')
  await once(server, 'listening')
  return server
}

const urlOf = (server: { address: () => unknown }): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`

test('a public URL where another program answers is reported', async () => {
  const other = await answering('<h1>It works!</h1>')
  const listed = await faults({ PUBLIC_URL: urlOf(other) })
  other.close()
  expect(listed).toEqual([expect.stringMatching(/^public address: something other than Skyfurrow responds at /)])
})

test('a public URL that does not lead to the running program is reported', async () => {
  const ours = await answering('{"status":"alive"}', port)
  const nobody = `http://127.0.0.1:${await freePort()}`
  const listed = await faults({ PUBLIC_URL: nobody })
  expect(await faults()).toEqual([])
  ours.close()
  expect(listed).toEqual([
    expect.stringMatching(/^public address: .* can't be reached from this machine: connect ECONNREFUSED/),
  ])
})

test('a port in use by another program is reported', async () => {
  const other = await answering('hello', port)
  const listed = await faults()
  other.close()
  expect(listed).toEqual([`port: another program responds on port ${port}`])
})

test('an unreachable mail server is reported', async () => {
  expect(await faults({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` })).toEqual([
    expect.stringMatching(/^mail: 127\.0\.0\.1:\d+ can't be used: .*ECONNREFUSED/),
  ])
})

test('a mail server that rejects the login is reported, without the password', async () => {
  const server = await openSmtpServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_login, _session, done) => done(Object.assign(new Error('not hush-hush'), { responseCode: 535 })),
  })
  const listed = await faults({ SMTP_URL: `smtp://sky:hush-hush@localhost:${server.port}` })
  await server.stop()
  expect(listed).toEqual([expect.stringMatching(/^mail: localhost:\d+ rejects the login: .*535/)])
  expect(listed.join()).not.toContain('hush-hush')
})

test('the connection to a mail server is checked, and an untrusted certificate is reported', async () => {
  const { file, remove, key, cert } = makeCertificate()
  const server = await openSmtpServer({ secure: true, key, cert })
  const address = `smtps://localhost:${server.port}`
  const [trusting, strict] = [await faults({ SMTP_URL: `${address}?ca=${file}` }), await faults({ SMTP_URL: address })]
  await server.stop()
  remove()
  expect(trusting).toEqual([])
  expect(strict).toEqual([
    expect.stringMatching(/^mail: the certificate of localhost:\d+ is not trusted: self-signed certificate$/),
  ])
})

const run = async (...args: string[]) => {
  const child = spawn(process.execPath, ['--no-warnings', 'src/server/main.ts', 'doctor', ...args], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'test', DATA_DIR: dataDir(), PORT: 'many' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (text) => (printed += String(text)))
  const [code] = (await once(child, 'close')) as [number]
  return { code, printed }
}

test('the command prints problems and what to do, as text or JSON, and exits with 1', async () => {
  const text = await run()
  expect(text.printed).toContain('FAIL configuration: PORT: must be a whole number\n     Set it as in the table')
  expect(text.printed).toContain('1 of 2 checks failed.')
  expect(text.code).toBe(1)
  const json = await run('--json')
  expect(JSON.parse(json.printed)).toMatchObject({ ok: false, findings: [{ name: 'node', state: 'ok' }, {}] })
  expect(json.code).toBe(1)
})
