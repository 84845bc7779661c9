import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '#server/testing/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const ask = (path: string) => fetch(server.url + path)

test('health: alive, and ready with every dependency named', async () => {
  const [alive, ready] = [await ask('/healthz'), await ask('/readyz')]
  expect([alive.status, await alive.json()]).toEqual([200, { status: 'alive' }])
  expect(ready.status).toBe(200)
  expect(await ready.json()).toEqual({ status: 'ready', database: 'ok', storage: 'ok', queue: 'ok' })
})

test('the API document, and a page to read it without a script', async () => {
  const document = await (await ask('/api/openapi.json')).json()
  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: server.url }] })
  const docs = await ask('/api/docs')
  expect(docs.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const page = await docs.text()
  expect(page).toContain('/api/crop-images/generate-presigned-url/new')
  expect(page).not.toMatch(/<script|style=/)
  expect((await ask('/api/docs.css')).headers.get('content-type')).toBe('text/css; charset=utf-8')
})

test('strict transport security is set when PUBLIC_URL is https', async () => {
  const other = await openTestServer({ PUBLIC_URL: 'https://skyfurrow.example' })
  const address = `http://${other.deps.config.host}:${other.deps.config.port}/healthz`
  const { headers } = await fetch(address)
  await other.close()
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
})
