import { once } from 'node:events'
import { createServer } from 'node:http'
import { seconds } from '#domain/units.ts'
import { maxConnections, readOpenFilesMax } from '../limits/connections.ts'

const TIMEOUT_MS = seconds(10)
const SERVER_OPTIONS = {
  headersTimeout: TIMEOUT_MS,
  requestTimeout: TIMEOUT_MS,
  connectionsCheckingInterval: TIMEOUT_MS / 4,
}

type Address = { host: string; port: number }

/** Answers while the program waits for its database: alive, not ready, Retry-After. */
export async function openStartupServer({ host, port }: Address): Promise<{ close: () => Promise<void> }> {
  const server = createServer(SERVER_OPTIONS, (request, response) => {
    const isAlive = request.url === '/healthz'
    const body = isAlive
      ? { status: 'alive' }
      : { statusCode: 503, status: 'starting', message: 'The server is starting. Try again in a moment.' }
    response.writeHead(isAlive ? 200 : 503, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '3',
      // Closes the connection, so that clients do not keep it.
      connection: 'close',
    })
    response.end(JSON.stringify(body))
  })
  server.maxConnections = maxConnections(readOpenFilesMax())
  server.setTimeout(TIMEOUT_MS)
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
