import { once } from 'node:events'
import { createServer } from 'node:http'
import { seconds } from '#domain/units.ts'
import { connectionsFor, readOpenFilesMax } from './connections.ts'

const PATIENCE_MS = seconds(10)
const BOUNDS = {
  headersTimeout: PATIENCE_MS,
  requestTimeout: PATIENCE_MS,
  connectionsCheckingInterval: PATIENCE_MS / 4,
}

type Address = { host: string; port: number }

/** Answers in place of a program that still waits for its database: alive, not ready, come again. */
export async function openWaitingRoom({ host, port }: Address): Promise<{ close: () => Promise<void> }> {
  const server = createServer(BOUNDS, (request, response) => {
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
  server.maxConnections = connectionsFor(readOpenFilesMax())
  server.setTimeout(PATIENCE_MS)
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
