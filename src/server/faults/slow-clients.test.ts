import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { PresignedUpload } from '#contract/uploads.ts'
import { seconds } from '#domain/units.ts'
import { partialMarks } from '#server/testing/faults/partial-marks.ts'
import { makeContent, onlyParts, PART, refOf, urlOfPart } from '#server/testing/processes/demo-customer.ts'
import { readRaw } from '#server/testing/processes/raw-http.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { sendParts, startArchive } from '#server/testing/server/uploads.ts'
import { createUser, type TestUser } from '#server/testing/server/users.ts'

const IDLE = 500
const content = makeContent(2 * PART)
const soon = { timeout: seconds(60), interval: 5 }

let server: TestServer
let customer: TestUser
beforeAll(async () => {
  server = await openTestServer()
  customer = await createUser(server)
})
afterAll(() => server.close())

/** Of such a part, less than what is noted while it is received, there is nothing before its end. */
const partsInFlight = () =>
  partialMarks(join(server.deps.config.dataDir, 'objects')).filter((name) => name.includes('.00000000-0.'))

const open = (): Socket => {
  const { hostname, port } = new URL(server.url)
  return connect({ host: hostname, port: Number(port), noDelay: true }).on('error', () => undefined)
}

const headOf = (link: string): string =>
  `PUT ${link.slice(server.url.length)} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: ${PART}\r\n\r\n`

async function start(): Promise<PresignedUpload> {
  return (await startArchive(server, customer, { content, start: { totalChunks: 2 } })).body.data
}

async function expectWhole(presigned: PresignedUpload): Promise<void> {
  const query = refOf(presigned)
  const resumed = await server.call('resumeUpload', { token: customer.token, query })
  const body = await sendParts(resumed.body.data, content)
  expect(await server.call('completeUpload', { token: customer.token, query, body })).toMatchObject({ status: 200 })
  const { body: list } = await server.call('listMyAnalyses', { token: customer.token })
  const mine = list.data.find(({ analysisRequestId }) => analysisRequestId === presigned.id)
  const answer = await fetch(mine?.fileUrls[0] ?? '')
  expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
}

test.each<[string, { bytes: number; end: (socket: Socket) => unknown }]>([
  ['F29: a line that is cut', { bytes: PART / 2, end: (socket) => socket.destroy() }],
  ['F30: a line that is closed after so many bytes', { bytes: PART - 1, end: (socket) => socket.end() }],
  ['F31: a line that is reset', { bytes: PART / 4, end: (socket) => socket.resetAndDestroy() }],
])('%s in a part affects that part only, and leaves nothing behind', async (_what, { bytes, end }) => {
  const presigned = await start()
  const [kept] = await sendParts(onlyParts(presigned, 1), content)
  const socket = open()
  socket.write(headOf(urlOfPart(presigned, 2)))
  socket.write(content.subarray(PART, PART + bytes))
  await vi.waitFor(() => expect(partsInFlight()).toHaveLength(1), soon)
  end(socket)
  await vi.waitFor(() => expect(partsInFlight()).toEqual([]), soon)
  const resumed = await server.call('resumeUpload', { token: customer.token, query: refOf(presigned) })
  expect(resumed.body.data.received).toEqual([{ ...kept, size: PART }])
  await expectWhole(presigned)
})

test(`F33: ${IDLE} connections that never finish their request block no other client`, async () => {
  const idle = Array.from({ length: IDLE }, (_, at) => {
    const socket = open()
    // Some send nothing, some start a request.
    if (at % 2 === 0) socket.write('GET /api/crop-images/get HTTP/1.1\r\nhost: x\r\nx-slow: ')
    return socket
  })
  const count = () => new Promise((resolve) => server.inject({ url: '/healthz' }, () => resolve(connected(idle))))
  await vi.waitFor(async () => expect(await count()).toBe(IDLE), soon)
  await expectWhole(await start())
  expect(connected(idle)).toBe(IDLE)
  for (const socket of idle) socket.destroy()
})

const connected = (sockets: readonly Socket[]): number =>
  sockets.filter(({ readyState }) => readyState === 'open').length

/** Sends byte by byte, each flushed before the next one. */
async function sendBytewise(socket: Socket, bytes: Buffer): Promise<string> {
  let answer = ''
  socket.on('data', (some: Buffer) => (answer += some.toString('latin1')))
  const closed = new Promise((resolve) => void socket.once('close', resolve))
  for (let at = 0; at < bytes.length; at += 1)
    await new Promise((resolve) => void socket.write(bytes.subarray(at, at + 1), resolve))
  await closed
  return answer
}

test('F34: a call and a part that are sent byte by byte are accepted', async () => {
  const body = JSON.stringify({ email: customer.email, password: 'wrong-Furrow-2026!' })
  const head = `POST /api/auth/login HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\n`
  const call = await sendBytewise(open(), Buffer.from(`${head}content-length: ${body.length}\r\n\r\n${body}`))
  expect(readRaw(call)).toMatchObject({ status: 401 })

  const presigned = await start()
  await sendParts(onlyParts(presigned, 2), content)
  const part = await sendBytewise(
    open(),
    Buffer.concat([Buffer.from(headOf(urlOfPart(presigned, 1))), content.subarray(0, PART)]),
  )
  expect(readRaw(part)).toMatchObject({ status: 200 })
  const resumed = await server.call('resumeUpload', { token: customer.token, query: refOf(presigned) })
  expect(resumed.body.data.received).toHaveLength(2)
  await expectWhole(presigned)
})
