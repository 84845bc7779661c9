import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ReplyOf } from '#contract/api.ts'
import { prepareServer, type ServerProcess } from './testing/processes/server-process.ts'
import { sendParts } from './testing/server/uploads.ts'

const PART = 256 * 1024

let product: ServerProcess

beforeAll(async () => {
  product = await prepareServer({ PART_BYTES: String(PART) })
})
afterAll(() => product.remove())

async function call<Reply>(path: string, { token, body }: { token?: string; body?: object } = {}): Promise<Reply> {
  const response = await fetch(product.url + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const answer = (await response.json()) as Reply & { message: string }
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${answer.message}`)
  return answer
}

/** Sends the first half of a part and stays connected. */
function sendHalf(to: string, part: Buffer): void {
  const half = request(to, { method: 'PUT', headers: { 'content-length': part.length } })
  half.on('error', () => undefined)
  half.write(part.subarray(0, part.length / 2))
}

test('F1: kill -9 in the middle of a part loses that part only; after a restart the upload completes', async () => {
  const printed = await product.start()
  const [, email, password] = /^ *(customer@\S+) +(\S+)/m.exec(printed) ?? []
  const login = await call<ReplyOf<'logIn'>>('/api/auth/login', { body: { email, password } })
  const token = login.data.accessToken
  const content = Buffer.from(Array.from({ length: 4 * PART + 1000 }, (_, at) => (at * 7 + (at >> 10)) % 256))
  const body = {
    fileName: 'flight.zip',
    description: '',
    projectType: login.data.assignedProjects[0],
    id: '',
    totalChunks: 5,
    reportCategories: ['orthomosaic'],
  }
  const { data: slots } = await call<ReplyOf<'startUpload'>>('/api/crop-images/generate-presigned-url/new', {
    token,
    body,
  })
  const { preSignedUrls, uploadId } = slots.preSignedUrl
  const { '1': one = '', '2': two = '', '3': three = '' } = preSignedUrls
  const before = { ...slots, preSignedUrl: { ...slots.preSignedUrl, preSignedUrls: { '1': one, '2': two } } }
  await sendParts(before, content)

  sendHalf(three, content.subarray(2 * PART, 3 * PART))
  await vi.waitFor(() => expect(product.partialMarks()).toHaveLength(1), { timeout: 60_000, interval: 10 })
  await product.kill()

  await product.start()
  const query = new URLSearchParams({ uploadId, analysisRequestId: slots.id }).toString()
  const { data: resumed } = await call<ReplyOf<'resumeUpload'>>(`/api/crop-images/upload?${query}`, { token })
  expect(resumed.received.map(({ partNumber, size }) => [partNumber, size])).toEqual([
    [1, PART],
    [2, PART],
  ])
  expect(Object.keys(resumed.preSignedUrl.preSignedUrls)).toEqual(['3', '4', '5'])
  const receipts = await sendParts(resumed, content)
  await call(`/api/crop-images/complete?${query}`, { token, body: receipts })

  const { data: rows } = await call<ReplyOf<'listMyAnalyses'>>('/api/crop-images/get', { token })
  expect(rows).toMatchObject([{ analysisRequestId: slots.id, status: 'PENDING', fileSizes: [content.length] }])
  const download = await fetch(rows[0]?.fileUrls[0] ?? '')
  expect(Buffer.from(await download.arrayBuffer()).equals(content)).toBe(true)

  expect(await product.stop()).toEqual([0, null])
})

test('an invalid setting prevents the start, and is named', async () => {
  const child = product.spawn({ PORT: 'x', PART_BYTES: '1' })
  let faults = ''
  child.stderr?.on('data', (text) => (faults += text))
  expect(await once(child, 'close')).toEqual([1, null])
  expect(faults).toContain('PORT: must be a whole number')
  expect(faults).toContain('PART_BYTES: must be at least 1024')
})
