import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { KiB, MiB, minutes, seconds } from '#domain/units.ts'
import { mountSmallDisk, type SmallDisk } from '#server/testing/faults/small-disk.ts'
import {
  type Customer,
  logInAsDemoCustomer,
  makeContent,
  onlyParts,
  PART,
  refOf,
  urlOfPart,
} from '#server/testing/processes/demo-customer.ts'
import { prepareServer, type ServerProcess } from '#server/testing/processes/server-process.ts'
import { openTestServer } from '#server/testing/server/test-server.ts'
import { sendParts, startArchive } from '#server/testing/server/uploads.ts'
import { createUser } from '#server/testing/server/users.ts'

const LOST = /"lines":\d{2},"msg":"log lines dropped"\}\n/
const STORAGE_FULL = { status: 507, body: { message: 'Storage is full. Try again later.' } }
const content = makeContent(2 * PART)

let folder: string
let disk: SmallDisk
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skyfurrow-disk-'))
})
afterEach(async () => {
  await disk.unmount()
  rmSync(folder, { recursive: true })
})

const put = async (url: string, bytes: Buffer) => {
  const answer = await fetch(url, { method: 'PUT', body: new Uint8Array(bytes) })
  return { status: answer.status, body: answer.status === 200 ? '' : await answer.json() }
}

test(
  'F14 F15: with a full disk starts, parts and completions get a clear error, existing data is kept, and the server recovers',
  async () => {
    disk = await mountSmallDisk(join(folder, 'objects'), MiB(4))
    const server = await openTestServer({ DATA_DIR: folder })
    try {
      const customer = await createUser(server)
      const start = { totalChunks: 2 }
      const presigned = (await startArchive(server, customer, { content, start })).body.data
      const second = content.subarray(PART)
      await sendParts(onlyParts(presigned, 1), content)

      let full = await disk.fill()
      expect(await put(urlOfPart(presigned, 2), second)).toMatchObject(STORAGE_FULL)
      expect(await startArchive(server, customer, { content, start: { ...start, fileName: 'b.zip' } })).toMatchObject(
        STORAGE_FULL,
      )
      await full.free()
      const call = { token: customer.token, query: refOf(presigned) }
      const resumed = await server.call('resumeUpload', call)
      expect(resumed.body.data.received.map(({ partNumber }) => partNumber)).toEqual([1])
      const body = await sendParts(resumed.body.data, content)

      full = await disk.fill()
      expect(await server.call('completeUpload', { ...call, body })).toMatchObject(STORAGE_FULL)
      expect((await server.call('resumeUpload', call)).body.data.received).toHaveLength(2)
      expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
      await full.free()
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
      expect(await server.call('completeUpload', { ...call, body })).toMatchObject({ status: 200 })
    } finally {
      await server.close()
    }
  },
  minutes(3),
)

async function withProduct(
  env: NodeJS.ProcessEnv,
  work: (product: ServerProcess, customer: Customer) => Promise<void>,
) {
  const product = await prepareServer({ PART_BYTES: String(PART), ...env })
  try {
    await product.start()
    await work(product, await logInAsDemoCustomer(product.url))
    expect(await product.stop()).toEqual([0, null])
  } finally {
    await product.remove()
  }
}

test(
  'F16: a database without space still serves reads, rejects writes with 503, and recovers without a restart',
  async () => {
    disk = await mountSmallDisk(folder, MiB(200))
    await withProduct({ DATA_DIR: folder }, async (product, customer) => {
      const presigned = await customer.start(content)
      const parts = await sendParts(presigned, content)
      const full = await disk.fill()
      const rejected = { status: 503, body: { message: 'The server has no room to save anything. Try again later.' } }
      const body = { email: 'customer@skyfurrow.example', password: 'Skyfurrow1!' }
      // The free space in the table's pages is used up first.
      for (let status = 200; status === 200; ) ({ status } = await customer.call('logIn', { body }))
      expect(await customer.call('logIn', { body })).toMatchObject(rejected)
      expect(await customer.call('listMyAnalyses')).toMatchObject({ status: 200 })
      expect((await fetch(`${product.url}/readyz`)).status).toBe(503)
      expect((await fetch(`${product.url}/healthz`)).status).toBe(200)
      await full.free()
      expect(await customer.call('logIn', { body })).toMatchObject({ status: 200 })
      expect((await fetch(`${product.url}/readyz`)).status).toBe(200)
      expect(await customer.complete(presigned, parts)).toMatchObject({ status: 200 })
    })
  },
  minutes(3),
)

test(
  'F17: with a disk without space for the log, lines are dropped and no call fails',
  async () => {
    disk = await mountSmallDisk(folder, KiB(64))
    const file = join(folder, 'log')
    const log = openSync(file, 'a')
    const product = await prepareServer({ PART_BYTES: String(PART), LOG_LEVEL: 'info' })
    try {
      product.spawn({}, { stdout: log })
      await product.ready()
      const customer = await logInAsDemoCustomer(product.url)
      const full = await disk.fill()
      const before = statSync(file).size
      for (let call = 0; call < 100; call += 1)
        expect(await customer.call('listMyAnalyses')).toMatchObject({ status: 200 })
      // The remaining space of a block.
      expect(statSync(file).size - before).toBeLessThan(KiB(4))
      await full.free()
      await customer.call('listMyAnalyses')
      await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toMatch(LOST), { timeout: seconds(60), interval: 10 })
      expect(await product.stop()).toEqual([0, null])
    } finally {
      await product.remove()
      closeSync(log)
    }
  },
  minutes(3),
)

test.each(['', '/data'])(
  'F18: a start with a read-only data folder fails, with its name and the reason: %j',
  async (below) => {
    disk = await mountSmallDisk(folder, MiB(4))
    await disk.setReadOnly(true)
    const product = await prepareServer({ DATA_DIR: folder + below })
    try {
      const child = product.spawn({})
      let stderr = ''
      child.stderr?.on('data', (text) => (stderr += text))
      expect(await once(child, 'close')).toEqual([1, null])
      expect(stderr).toContain(
        `The data folder ${folder + below} can't be written. Make it writable, or set DATA_DIR.\nEROFS: `,
      )
    } finally {
      await product.remove()
    }
  },
)

test(
  'F18: a store that becomes read-only is not ready, and recovers',
  async () => {
    disk = await mountSmallDisk(join(folder, 'objects'), MiB(4))
    const server = await openTestServer({ DATA_DIR: folder })
    try {
      const ready = async () => (await fetch(`${server.url}/readyz`)).status
      expect(await ready()).toBe(200)
      await disk.setReadOnly(true)
      expect(await ready()).toBe(503)
      await disk.setReadOnly(false)
      expect(await ready()).toBe(200)
    } finally {
      await server.close()
    }
  },
  minutes(3),
)
