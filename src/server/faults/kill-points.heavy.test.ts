import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { PresignedUpload } from '#contract/uploads.ts'
import { minutes, seconds } from '#domain/units.ts'
import { partEtag } from '#domain/uploads.ts'
import { crashAt } from '#server/testing/faults/fault-point.ts'
import { repetitions } from '#server/testing/faults/repetitions.ts'
import {
  type Customer,
  logInAsDemoCustomer,
  makeContent,
  onlyParts,
  PART,
  urlOfPart,
} from '#server/testing/processes/demo-customer.ts'
import { prepareServer, type ServerProcess } from '#server/testing/processes/server-process.ts'
import { sendParts } from '#server/testing/server/uploads.ts'

const KILLED = [null, 'SIGKILL']
const OFFSETS = repetitions({ full: 10, short: 3 })
const content = makeContent(3 * PART)
const part = (number: number) => content.subarray((number - 1) * PART, number * PART)

let product: ServerProcess
let customer: Customer
beforeAll(async () => {
  product = await prepareServer({ PART_BYTES: String(PART) })
  await product.start()
  customer = await logInAsDemoCustomer(product.url)
})
afterAll(() => product.remove())

async function restart(env: NodeJS.ProcessEnv = {}): Promise<void> {
  await product.kill()
  await product.start(env)
}

/** Sends the beginning of a part and stays connected. */
function sendSome(to: string, bytes: Buffer, count: number): void {
  const sending = request(to, { method: 'PUT', headers: { 'content-length': bytes.length } })
  sending.on('error', () => undefined)
  sending.flushHeaders()
  if (count > 0) sending.write(bytes.subarray(0, count))
}

/** There is exactly one request of this upload, with its complete file. */
async function expectOneRequest(presigned: PresignedUpload): Promise<void> {
  const { body } = await customer.call('listMyAnalyses')
  const mine = body.data.filter(({ analysisRequestId }) => analysisRequestId === presigned.id)
  expect(mine).toMatchObject([{ status: 'PENDING', fileSizes: [content.length] }])
  const download = await fetch(mine[0]?.fileUrls[0] ?? '')
  expect(Buffer.from(await download.arrayBuffer()).equals(content)).toBe(true)
  const timeline = await customer.call('getTimeline', { query: { analysisRequestId: presigned.id } })
  expect(timeline.body.data.map(({ event }) => event)).toEqual(['received'])
}

test(
  `F1: killed at ${OFFSETS} byte offsets of a part, the store keeps the other parts and nothing of that one`,
  async () => {
    const presigned = await customer.start(content)
    await sendParts(onlyParts(presigned, 1), content)
    for (let at = 0; at < OFFSETS; at += 1) {
      const before = product.partialMarks()
      sendSome(urlOfPart(presigned, 2), part(2), Math.round((at * (PART - 1)) / (OFFSETS - 1)))
      await vi.waitFor(() => expect(product.partialMarks()).not.toEqual(before), {
        timeout: seconds(60),
        interval: 5,
      })
      await restart()
      const { received } = await customer.resume(presigned)
      expect(received.map(({ partNumber, size }) => [partNumber, size])).toEqual([[1, PART]])
    }
    const parts = await sendParts(await customer.resume(presigned), content)
    expect(await customer.complete(presigned, parts)).toMatchObject({ status: 200 })
    await expectOneRequest(presigned)
  },
  minutes(3),
)

test(
  'F2: killed after a part was stored and before the response, the same part sent again has the same ETag',
  async () => {
    await restart(crashAt({ after: 'rename', to: '/open/[0-9a-f]{32}/00002\\.[0-9a-f-]+$' }))
    const presigned = await customer.start(content)
    await sendParts(onlyParts(presigned, 1), content)
    await expect(sendParts(onlyParts(presigned, 2), content)).rejects.toThrow('fetch failed')
    expect(await product.ended()).toEqual(KILLED)

    await product.start()
    const { received } = await customer.resume(presigned)
    const etag = partEtag({ crc: crc32(part(2)), size: PART })
    expect(received[1]).toEqual({ partNumber: 2, etag, size: PART })
    expect(await sendParts({ ...onlyParts(presigned, 2), received: [] }, content)).toEqual([{ partNumber: 2, etag }])
    const parts = await sendParts(await customer.resume(presigned), content)
    expect(await customer.complete(presigned, parts)).toMatchObject({ status: 200 })
    await expectOneRequest(presigned)
    expect(readdirSync(join(product.folder, 'objects/tmp'))).toEqual([])
  },
  minutes(3),
)

test.each([
  [
    'F3',
    'the store has completed and the database does not know',
    crashAt({ after: 'rename', to: '/objects/objects/' }),
  ],
  [
    'F4',
    'the database has committed and the response is not sent',
    crashAt({ before: 'answer', to: '^/api/crop-images/complete' }),
  ],
])(
  '%s: killed when %s, the repeated completion creates one request',
  async (id, _when, fault) => {
    await restart(fault)
    const presigned = await customer.start(content)
    const parts = await sendParts(presigned, content)
    await expect(customer.complete(presigned, parts)).rejects.toThrow('fetch failed')
    expect(await product.ended()).toEqual(KILLED)

    await product.start()
    const before = await customer.call('listMyAnalyses')
    const isThere = before.body.data.some(({ analysisRequestId }) => analysisRequestId === presigned.id)
    expect(isThere).toBe(id === 'F4')
    for (let again = 0; again < 2; again += 1)
      expect(await customer.complete(presigned, parts)).toMatchObject({ status: 200 })
    await expectOneRequest(presigned)
  },
  minutes(3),
)
