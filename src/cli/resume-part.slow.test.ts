import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { KiB, MiB, minutes } from '#domain/units.ts'
import { prepareServer, type ServerProcess } from '#server/testing/processes/server-process.ts'
import { openSession, type Session } from './session.ts'
import { type ObservedProxy, openObservedProxy } from './testing/observed-proxy.ts'
import { runUpload } from './testing/run-upload.ts'

/** One part, as most files of the default part size are. */
const SIZE = MiB(48)
const content = randomBytes(SIZE)
/** Room for the bodies of other calls, which the proxy counts as well. */
const OTHER_CALLS = KiB(16)

let folder: string
let proxy: ObservedProxy
let product: ServerProcess
let login: { email: string; password: string; promptForCode: () => Promise<string> }
let session: Session
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skyfurrow-resume-'))
  const opened = await openObservedProxy()
  proxy = opened
  product = await prepareServer({ PUBLIC_URL: opened.url, GRACE_SECONDS: '2' })
  opened.pointTo(Number(new URL(product.url).port))
  const [, email = '', password = ''] = /^ *(customer@\S+) +(\S+)/m.exec(await product.start()) ?? []
  login = { email, password, promptForCode: () => Promise.reject(new Error('This account has no second factor')) }
  session = await openSession(product.url, login)
}, minutes(2))
afterAll(async () => {
  proxy.close()
  await product.remove()
  rmSync(folder, { recursive: true })
})

const running: ReturnType<typeof runUpload>[] = []
let sentBefore = 0
beforeEach(() => {
  sentBefore = proxy.sentBytes()
})
afterEach(() => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL')
})

function upload(name: string) {
  const file = join(folder, name)
  writeFileSync(file, content)
  return () => {
    const [project = ''] = session.person.assignedProjects
    const started = runUpload([file, '--project', project, '--outputs', '3dModel'], {
      SKYFURROW_SERVER: proxy.url,
      SKYFURROW_EMAIL: login.email,
      SKYFURROW_PASSWORD: login.password,
    })
    running.push(started)
    return started
  }
}

async function expectArrived(name: string): Promise<void> {
  const { data } = await session.call('listMyAnalyses', { query: {} })
  const request = data.find(({ receipts: [receipt] }) => receipt?.fileName === name)
  const download = Buffer.from(await (await fetch(request?.fileUrls[0] ?? '')).arrayBuffer())
  expect(download.equals(content)).toBe(true)
}

const bytesOnDisk = () =>
  product.partialMarks().reduce((sum, name) => sum + Number.parseInt(/-([0-9a-f]+)\./.exec(name)?.[1] ?? '0', 16), 0)
const bytesTwice = () => proxy.sentBytes() - sentBefore - SIZE

it(
  'resumes inside a part after kill -9 of the sender, and sends at most 1 MiB twice',
  async () => {
    const run = upload('sender.bin')
    const held = proxy.hold(1, MiB(20))
    const first = run()
    await held
    first.child.kill('SIGKILL')
    await first.outcome
    expect(await run().outcome).toMatchObject({ code: 0, stderr: '' })
    expect(bytesTwice()).toBeGreaterThanOrEqual(0)
    expect(bytesTwice()).toBeLessThanOrEqual(MiB(1) + OTHER_CALLS)
    await expectArrived('sender.bin')
  },
  minutes(2),
)

it(
  'resumes inside a part after kill -9 of the server, and sends at most 1 MiB twice',
  async () => {
    const run = upload('server.bin')
    const held = proxy.hold(1, MiB(20))
    const { outcome } = run()
    const { release } = await held
    // The connection is slower than the disk, so all but the last bytes are stored.
    await expect.poll(bytesOnDisk, { timeout: minutes(1) }).toBeGreaterThanOrEqual(MiB(19))
    await product.kill()
    release()
    await product.start()
    expect(await outcome).toMatchObject({ code: 0, stderr: '' })
    expect(bytesTwice()).toBeGreaterThanOrEqual(0)
    expect(bytesTwice()).toBeLessThanOrEqual(MiB(1) + OTHER_CALLS)
    session = await openSession(product.url, login)
    await expectArrived('server.bin')
  },
  minutes(2),
)

it(
  'F11: resumes inside a part that did not end in time when the server stopped',
  async () => {
    const run = upload('stopped.bin')
    const held = proxy.hold(1, MiB(20))
    const { outcome } = run()
    const { release } = await held
    expect(await product.stop()).toEqual([0, null])
    release()
    await product.start()
    const { code, stdout, stderr } = await outcome
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('Connection lost - trying again\n')
    expect(bytesTwice()).toBeGreaterThanOrEqual(0)
    expect(bytesTwice()).toBeLessThanOrEqual(MiB(1) + OTHER_CALLS)
    session = await openSession(product.url, login)
    await expectArrived('stopped.bin')
  },
  minutes(2),
)
