import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRaw, sendRaw } from '#server/testing/processes/raw-http.ts'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'
import { submitArchive } from '#server/testing/server/uploads.ts'
import { createUser } from '#server/testing/server/users.ts'

let server: TestServer
let link: URL
beforeAll(async () => {
  server = await openTestServer()
  const person = await createUser(server)
  await submitArchive(server, person)
  const { body } = await server.call('listMyAnalyses', { token: person.token })
  link = new URL(body.data[0]?.fileUrls[0] ?? '')
})
afterAll(() => server.close())

const INVALID_LINK = { statusCode: 403, message: 'This link is not valid or has expired' }

test('no folder is listed, with a signature or without', async () => {
  const folders = link.pathname.split('/').map((_, end, all) => all.slice(0, end).join('/'))
  for (const folder of folders.filter((path) => path.startsWith('/storage'))) {
    for (const path of [`${folder}/`, `${folder}/${link.search}`, `${folder}/?list-type=2`, `${folder}/?uploads`]) {
      const answer = await fetch(server.url + path)
      expect({ path, status: answer.status, body: await answer.json() }).toEqual({
        path,
        status: 403,
        body: INVALID_LINK,
      })
    }
  }
  for (const method of ['GET', 'PUT']) expect((await fetch(`${server.url}/storage`, { method })).status).toBe(404)
})

test('a client that has the file already gets 304 without a body', async () => {
  const first = await fetch(link)
  const etag = first.headers.get('etag') ?? ''
  await first.arrayBuffer()
  for (const known of [etag, `W/${etag}`, '*', `"other", ${etag}`]) {
    const again = await fetch(link, { headers: { 'if-none-match': known } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  }
  for (const other of ['"other"', 'nonsense', '""', ','])
    expect((await fetch(link, { headers: { 'if-none-match': other } })).status).toBe(200)
})

test('a body in a call without one does no harm', async () => {
  const request = `GET ${link.pathname}${link.search} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello`
  expect(readRaw(await sendRaw(server.url, [request])).status).toBe(200)
})
