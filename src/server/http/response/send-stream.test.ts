import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { sendStream } from './send-stream.ts'

const app = Fastify({ forceCloseConnections: true })
app.get('/:chunks', (request, reply) =>
  sendStream(reply, { type: 'csv', chunks: failingAfter(Number((request.params as { chunks: string }).chunks)) }),
)
afterEach(() => app.close())

async function* failingAfter(chunks: number): AsyncGenerator<string> {
  for (let chunk = 0; chunk < chunks; chunk += 1) yield 'a,b\r\n'
  throw new Error('The database is gone')
}

test('an export that fails before its first rows is an error response; a later failure never looks complete', async () => {
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const failed = await fetch(`${url}/0`)
  expect(failed.status).toBe(500)
  expect(failed.headers.get('content-type')).toContain('application/json')
  const cut = await fetch(`${url}/2`)
  expect(cut.status).toBe(200)
  await expect(cut.text()).rejects.toThrow('terminated')
})
