import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { seconds } from '#domain/units.ts'
import { startServer } from '#server/adapters/db/embedded/embedded-server.ts'
import { readConfig } from '#server/config/config.ts'
import { openDeps } from '#server/deps.ts'
import { examine } from '#server/doctor/doctor.ts'
import { databaseProcesses, postmasterOf } from '#server/testing/processes/database-processes.ts'
import { type Customer, logInAsDemoCustomer } from '#server/testing/processes/demo-customer.ts'
import { prepareServer, type ServerProcess } from '#server/testing/processes/server-process.ts'

const soon = { timeout: seconds(60), interval: 20 }
const log = pino({ level: 'silent' })

let folder: string
let product: ServerProcess
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skyfurrow-embedded-'))
  product = await prepareServer({})
})
afterEach(async () => {
  await product.remove()
  rmSync(folder, { recursive: true })
})

test('F77: kill -9 of the product leaves no process behind, and a start right after it waits for its database', async () => {
  await product.start()
  const left = () => databaseProcesses(product.folder)
  expect(left().length).toBeGreaterThan(3)
  await product.kill()
  const [{ pid: former } = { pid: 0 }] = left()
  await product.start()
  expect(await logInAsDemoCustomer(product.url)).toHaveProperty('token')
  expect(left().map(({ pid }) => pid)).not.toContain(former)
  await product.kill()
  await vi.waitFor(() => expect(left()).toEqual([]), soon)
})

async function rename(customer: Customer, fullName: string): Promise<void> {
  await vi.waitFor(
    async () => expect(await customer.call('changeName', { body: { fullName } })).toMatchObject({ status: 200 }),
    soon,
  )
}

const nameOf = async (customer: Customer) => (await customer.call('getProfile')).body.data.fullName

test.each([
  ['a connection', () => databaseProcesses(product.folder).find(({ name }) => name.includes('[local]'))?.pid ?? 0],
  ['its first process', () => postmasterOf(product.folder)],
])(
  'F76: kill -9 of %s of the database: calls get 503 or succeed, and it runs again with all that was confirmed',
  async (_what, find) => {
    await product.start()
    const customer = await logInAsDemoCustomer(product.url)
    await rename(customer, 'Carla Confirmed')
    const killed = find()
    process.kill(killed, 'SIGKILL')
    const statuses = new Set<number>()
    await vi.waitFor(async () => {
      const { status } = await customer.call('getProfile')
      statuses.add(status)
      expect(databaseProcesses(product.folder).map(({ pid }) => pid)).not.toContain(killed)
      expect(status).toBe(200)
    }, soon)
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
    // A process whose parent is gone may answer once more before all of them begin again.
    await vi.waitFor(async () => expect(await nameOf(customer)).toBe('Carla Confirmed'), soon)
    await rename(customer, 'Carla Again')
    expect(await product.stop()).toEqual([0, null])
    expect(databaseProcesses(product.folder)).toEqual([])
  },
)

test('backup and doctor use the database of a running product', async () => {
  await product.start()
  const run = async (...command: string[]) => {
    const child = product.spawn({}, { command })
    return {
      printed: child.stdout ? await text(child.stdout) : '',
      code: child.exitCode ?? (await once(child, 'exit'))[0],
    }
  }
  expect(await run('backup', join(folder, 'backups'))).toEqual({
    code: 0,
    printed: expect.stringContaining('The backup is '),
  })
  expect((await run('doctor')).printed).toContain('ok   database: the embedded database can be opened and read (')
  expect(await logInAsDemoCustomer(product.url)).toHaveProperty('token')
})

test.each([
  ['with a space', 'of a station'],
  ['with quotes, a comma and letters of other scripts', `it's "odd", 測試`],
  ['of 200 characters', join('x'.repeat(100), 'y'.repeat(100))],
])('a data folder %s', async (_what, name) => {
  const dataDir = join(folder, name)
  mkdirSync(dataDir, { recursive: true })
  const { deps, close } = await openDeps(readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), {
    jobs: [],
  })
  await expect(deps.checkDatabase()).resolves.toBeUndefined()
  await close()
})

test('a folder of another version of PostgreSQL is refused with what to do, also by doctor', async () => {
  const { stop } = await startServer(folder, { log, connectionsMax: 2 })
  await stop()
  writeFileSync(join(folder, 'db/PG_VERSION'), '17\n')
  const env = { NODE_ENV: 'test', DATA_DIR: folder, LOG_LEVEL: 'silent', SECRET_KEY: '5e'.repeat(32) }
  const words =
    'db was made by PostgreSQL 17, and this Skyfurrow has PostgreSQL 18. Nothing was changed. Back it up with'
  await expect(openDeps(readConfig(env), { jobs: [] })).rejects.toThrow(words)
  const found: string[] = []
  for await (const { name, state, says } of examine({ ...env, PORT: '9' }))
    if (name === 'database' && state === 'fail') found.push(says)
  expect(found).toEqual([expect.stringContaining(words)])
})
