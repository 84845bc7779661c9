import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MiB, minutes, seconds } from '#domain/units.ts'
import { runningServer } from '#server/adapters/db/embedded/embedded-server.ts'
import { mountSmallDisk, type SmallDisk } from '#server/testing/faults/small-disk.ts'
import { type Customer, logInAsDemoCustomer } from '#server/testing/processes/demo-customer.ts'
import { prepareServer, type ServerProcess } from '#server/testing/processes/server-process.ts'

const INODES = 2_400
const NO_ROOM = { status: 503, body: { message: 'The server has no room to save anything. Try again later.' } }
const soon = { timeout: seconds(90), interval: 50 }
/** Within the limit of that call. */
const seldom = { timeout: seconds(90), interval: seconds(2) }

let folder: string
let disk: SmallDisk
let product: ServerProcess
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skyfurrow-disk-'))
  disk = await mountSmallDisk(folder, MiB(200), INODES)
  product = await prepareServer({ DATA_DIR: folder })
})
afterEach(async () => {
  await product.remove()
  await disk.unmount()
  rmSync(folder, { recursive: true })
})

const readiness = async () => (await fetch(`${product.url}/readyz`)).status
const rename = (customer: Customer, fullName: string) => customer.call('changeName', { body: { fullName } })

test(
  'F73: when the database can create no file, the server is not ready, and recovers without a restart',
  async () => {
    await product.start()
    const customer = await logInAsDemoCustomer(product.url)
    const full = await disk.fillInodes()
    // What has files already can be changed; a new table has none.
    await vi.waitFor(async () => expect(await readiness()).toBe(503), soon)
    await full.free()
    await vi.waitFor(async () => expect(await readiness()).toBe(200), soon)
    expect(await rename(customer, 'Carla Again')).toMatchObject({ status: 200 })
    expect(await product.stop()).toEqual([0, null])
  },
  minutes(4),
)

/** Fills its log, which takes a file for every 16 MiB, until it can write no more. */
async function fillLog(): Promise<void> {
  const { host, port, user, database } = runningServer(folder) ?? {}
  const client = new Client({ host, port, user, database })
  client.on('error', () => undefined)
  await client.connect()
  const write = () => client.query(`select pg_logical_emit_message(true, 'full', repeat('x', 1000000))`)
  await expect(
    (async () => {
      for (;;) await write()
    })(),
  ).rejects.toThrow(/terminat|No space left/)
  await client.end().catch(() => undefined)
}

test(
  'F74: when its log has no room, calls get 503 that says why; it runs again without a restart, with all that was confirmed',
  async () => {
    await product.start()
    const customer = await logInAsDemoCustomer(product.url)
    expect(await rename(customer, 'Carla Confirmed')).toMatchObject({ status: 200 })
    const full = await disk.fill()
    await fillLog()
    await vi.waitFor(async () => expect(await rename(customer, 'Carla Refused')).toMatchObject(NO_ROOM), seldom)
    expect(await readiness()).toBe(503)
    await full.free()
    await vi.waitFor(async () => expect(await readiness()).toBe(200), soon)
    expect((await customer.call('getProfile')).body.data.fullName).toBe('Carla Confirmed')
    expect(await rename(customer, 'Carla Again')).toMatchObject({ status: 200 })
    expect(await product.stop()).toEqual([0, null])
  },
  minutes(4),
)
