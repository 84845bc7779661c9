import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { seconds } from '#domain/units.ts'

const TIMEOUT_MS = seconds(10)

type Address = { host: string; port: number; connectionsMax: number }

/** Listens for a few short calls, with Node alone. @throws when the address is not available. */
export async function openSmallServer(
  { host, port, connectionsMax }: Address,
  answer: RequestListener,
): Promise<{ server: Server; close: () => Promise<void> }> {
  const timeouts = { headersTimeout: TIMEOUT_MS, requestTimeout: TIMEOUT_MS }
  const server = createServer({ ...timeouts, connectionsCheckingInterval: TIMEOUT_MS / 4 }, answer)
  server.maxConnections = connectionsMax
  server.setTimeout(TIMEOUT_MS)
  server.listen(port, host)
  await once(server, 'listening')
  return {
    server,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
