import { afterAll, beforeAll, expect, test } from 'vitest'
import { hours, minutes } from '#domain/units.ts'
import { makeContent, onlyParts, PART, refOf, urlOfPart } from '#server/testing/processes/demo-customer.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { sendParts, startArchive } from '#server/testing/server/uploads.ts'
import { createUser, PASSWORD } from '#server/testing/server/users.ts'

const content = makeContent(2 * PART)

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

test.each([
  ['an hour ahead', hours(1)],
  ['an hour back', -hours(1)],
  ['half a minute back', -minutes(0.5)],
])('F44: a clock that jumps %s ends no session and no upload, and expired URLs are replaced', async (_how, jump) => {
  const customer = await createUser(server)
  const presigned = (await startArchive(server, customer, { content, start: { totalChunks: 2 } })).body.data
  await sendParts(onlyParts(presigned, 1), content)
  server.advance(jump)

  const refreshed = await server.call('refreshSession', { body: { refreshToken: customer.refreshToken } })
  expect(refreshed.status).toBe(200)
  const token = refreshed.body.data.accessToken
  const [second] = await sendParts({ ...onlyParts(presigned, 2), received: [] }, content)
  expect(urlOfPart(presigned, 2)).toContain('partNumber=2')
  const query = refOf(presigned)
  const resumed = await server.call('resumeUpload', { token, query })
  expect(resumed.body.data.received.at(-1)).toMatchObject(second ?? {})
  const body = resumed.body.data.received.map(({ partNumber, etag }) => ({ partNumber, etag }))
  expect(await server.call('completeUpload', { token, query, body })).toMatchObject({ status: 200 })
  const list = await server.call('listMyAnalyses', { token })
  const download = await fetch(list.body.data[0]?.fileUrls[0] ?? '')
  expect(Buffer.from(await download.arrayBuffer()).equals(content)).toBe(true)
  expect(await server.call('logIn', { body: { email: customer.email, password: PASSWORD } })).toMatchObject({
    status: 200,
  })
})

test('F44: a token signed a minute in the future is valid, one that expired long ago is not', async () => {
  const customer = await createUser(server)
  server.advance(-minutes(1))
  expect(await server.call('getProfile', { token: customer.token })).toMatchObject({ status: 200 })
  server.advance(hours(1))
  expect(await server.call('getProfile', { token: customer.token })).toMatchObject({ status: 401 })
})
