import { maxConnections, readOpenFilesMax } from '../limits/connections.ts'
import { openSmallServer } from './small-server.ts'

type Address = { host: string; port: number }

/** Answers while the program waits for its database: alive, not ready, Retry-After. */
export function openStartupServer({ host, port }: Address): Promise<{ close: () => Promise<void> }> {
  const connectionsMax = maxConnections(readOpenFilesMax())
  return openSmallServer({ host, port, connectionsMax }, (request, response) => {
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
}
