import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { minutes } from '#domain/units.ts'
import { readConfig } from '#server/config/config.ts'
import { openDeps } from '#server/deps.ts'
import { ensureDemoAccounts } from '#server/features/accounts/demo/demo-accounts.ts'
import { verifyFilesJob } from '#server/features/files/verify-files.ts'
import { jobs } from '#server/jobs.ts'
import { freePort } from '#server/testing/processes/free-port.ts'
import { type Cluster, GUARDED, openCluster } from '#server/testing/processes/postgres-cluster.ts'
import { type DoctorOptions, examine } from './doctor.ts'

let cluster: Cluster
let folder: string
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  cluster = await openCluster()
  await cluster.run('create database farm')
  await cluster.run('create database bare')
  await cluster.run(`create role ${GUARDED} login superuser password 'the-right-one'`)
  folder = mkdtempSync(join(tmpdir(), 'skyfurrow-sick-'))
  env = {
    NODE_ENV: 'test',
    DATA_DIR: folder,
    PORT: String(await freePort()),
    LOG_LEVEL: 'silent',
    SECRET_KEY: 'ab'.repeat(32),
    DATABASE_URL: cluster.urlOf('farm'),
  }
  const { close } = await openDeps(readConfig(env), { jobs: [] })
  await close()
}, minutes(3))
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await cluster.remove()
})

/** The failed checks of the database, and whether it was checked at all. */
async function faults(more: NodeJS.ProcessEnv = {}, options: DoctorOptions = {}): Promise<string[]> {
  const failed: string[] = []
  let isNamed = false
  for await (const { name, state, says } of examine({ ...env, ...more }, options)) {
    isNamed ||= name === 'database'
    if (state === 'fail' && /database|schema|data$/.test(name)) failed.push(`${name}: ${says}`)
  }
  expect(isNamed).toBe(true)
  expect(failed.join()).not.toContain('the-wrong-one')
  return failed
}

const addressWith = ({ user = 'skyfurrow', database = 'farm', host = '127.0.0.1', search = '' }): string => {
  const url = new URL(cluster.urlOf(database))
  url.hostname = host
  return url.href.replace(/\/\/[^@]*@/, `//${user}@`) + search
}

test('a valid database is reported as such, and so is an empty one, which stays empty', async () => {
  expect(await faults()).toEqual([])
  expect(await faults({ DATABASE_URL: cluster.urlOf('bare') })).toEqual([])
  await expect(cluster.run('select * from users', 'bare')).rejects.toThrow('does not exist')
})

test.each([
  ['a wrong password', () => addressWith({ user: `${GUARDED}:the-wrong-one` }), /rejects the password of DATABASE_URL/],
  ['an unknown user', () => addressWith({ user: 'nobody' }), /rejects the user of DATABASE_URL/],
  ['an unknown database', () => addressWith({ database: 'nowhere' }), /database of DATABASE_URL does not exist/],
  [
    'a server that is not there',
    () => 'postgres://a@127.0.0.1:1/a',
    /nothing responds at 127\.0\.0\.1:1: connect ECONN/,
  ],
])('%s is reported', async (_what, address, words) => {
  expect(await faults({ DATABASE_URL: address() })).toEqual([expect.stringMatching(words)])
})

const encrypted = (search: string) => ({ DATABASE_URL: addressWith({ host: 'localhost', search }) })

test('an untrusted certificate is reported', async () => {
  const certificate = await cluster.encrypt()
  const known = encrypted(`?sslmode=verify-full&sslrootcert=${certificate}`)
  // The server needs a moment to reload its settings.
  await vi.waitFor(async () => expect(await faults(known)).toEqual([]), { timeout: 60_000, interval: 100 })
  expect(await faults(encrypted('?sslmode=verify-full'))).toEqual([
    expect.stringMatching(/^database: the TLS certificate of localhost:\d+ is not trusted: self-signed certificate$/),
  ])
})

test('demo accounts and an ADMIN_EMAIL of a customer are reported', async () => {
  const { deps, close } = await openDeps(readConfig(env), { jobs: [] })
  await ensureDemoAccounts(deps, async () => undefined)
  const production = { NODE_ENV: 'production', MAIL_FOLDER: folder, ADMIN_PASSWORD: 'Paddock-2026!' }
  const failed: string[] = []
  for await (const { name, state } of examine({ ...env, ...production, ADMIN_EMAIL: 'pending@skyfurrow.example' }))
    if (state === 'fail') failed.push(name)
  await deps.db.deleteFrom('users').execute()
  await close()
  expect(failed).toEqual(expect.arrayContaining(['demo accounts', 'first member of staff']))
})

test('jobs that no process takes are reported, unless the product is stopped', async () => {
  const jobFindings = async () => {
    const found: string[] = []
    for await (const { name, state, todo = '' } of examine(env))
      if (name.endsWith(' jobs')) found.push(`${state} ${name} ${todo}`)
    return found.map((line) => line.trim())
  }
  const { deps, close } = await openDeps(readConfig({ ...env, ROLES: 'web' }), { jobs })
  await deps.queue.enqueue(deps.db, verifyFilesJob, {})
  expect(await jobFindings()).toEqual(['ok light jobs', 'ok heavy jobs'])
  await cluster.run(`update queue.job set start_after = now() - interval '11 minutes'`, 'farm')
  expect(await jobFindings()).toEqual([
    'ok light jobs',
    expect.stringMatching(/^fail heavy jobs Start a process with ROLES=worker or ROLES=worker:heavy,/),
  ])
  await deps.queue.enqueue(deps.db, verifyFilesJob, {})
  const taken = `(select id from queue.job order by created_on desc limit 1)`
  await cluster.run(`update queue.job set state = 'active', started_on = now() where id = ${taken}`, 'farm')
  expect(await jobFindings()).toEqual(['ok light jobs', 'ok heavy jobs'])
  await cluster.run(`update queue.job set started_on = now() - interval '1 hour' where id = ${taken}`, 'farm')
  await close()
  // The server ends a connection a moment after the client has.
  await vi.waitFor(async () => expect(await jobFindings()).toEqual(['ok light jobs', 'skipped heavy jobs']))
  await cluster.run('delete from queue.job', 'farm')
})

test('a schema that is newer than the program is reported', async () => {
  await cluster.run(`insert into kysely_migration (name, timestamp) values ('999-future', '2030-01-01')`, 'farm')
  expect(await faults()).toEqual([expect.stringMatching(/^schema: .*does not know 999-future/)])
  await cluster.run(`delete from kysely_migration where name = '999-future'`, 'farm')
  expect(await faults()).toEqual([])
})

test('a secret key that does not match the data is reported', async () => {
  expect(await faults({ SECRET_KEY: 'cd'.repeat(32) })).toEqual([
    expect.stringMatching(/^key of the data: The data in the database were created with another secret key/),
  ])
})

test('a clock difference is reported', async () => {
  expect(await faults({}, { now: () => new Date(Date.now() + minutes(3)) })).toEqual([
    expect.stringMatching(/^clock of the database: this machine's clock is 1[78]\d s ahead of that of the database$/),
  ])
})

test('a server version that is too old is reported', async () => {
  const old = createServer(answerAsOld)
  await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve))
  const { port } = old.address() as AddressInfo
  const failed = await faults({ DATABASE_URL: `postgres://a@127.0.0.1:${port}/a` })
  old.close()
  expect(failed).toEqual([expect.stringMatching('The database is PostgreSQL 14; Skyfurrow needs 15 or newer')])
})

const message = (type: string, ...parts: (Buffer | number[])[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** Just enough of the PostgreSQL protocol to report a version. */
function answerAsOld(socket: Socket): void {
  const ready = message('Z', Buffer.from('I'))
  const column = Buffer.concat([
    Buffer.from('version\0'),
    Buffer.alloc(6),
    Buffer.from([0, 0, 0, 25, 255, 255, 0, 0, 0, 0, 0, 0]),
  ])
  const value = Buffer.from('140005')
  socket.on('error', () => undefined)
  socket.once('data', () => {
    socket.write(Buffer.concat([message('R', [0, 0, 0, 0]), ready]))
    socket.once('data', () => {
      const rows = [message('T', [0, 1], column), message('D', [0, 1], [0, 0, 0, value.length], value)]
      socket.write(Buffer.concat([...rows, message('C', Buffer.from('SELECT 1\0')), ready]))
    })
  })
}
