import { once } from 'node:events'
import { createServer } from 'node:http'

type Address = { host: string; port: number }

/** Answers in place of a program that still waits for its database: alive, not ready, come again. */
export async function openWaitingRoom({ host, port }: Address): Promise<{ close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const isAlive = request.url === '/healthz'
    const answer = isAlive
      ? { status: 'alive' }
      : { statusCode: 503, status: 'starting', message: 'The server is starting. Try again in a moment.' }
    response.writeHead(isAlive ? 200 : 503, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '3',
      // So that nobody holds on to it.
      connection: 'close',
    })
    response.end(JSON.stringify(answer))
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
