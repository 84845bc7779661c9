import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { seconds } from '#domain/units.ts'

const CONNECTIONS_MAX = 20
const IDLE_TIMEOUT_MS = seconds(10)
const TIMEOUTS = {
  headersTimeout: IDLE_TIMEOUT_MS,
  requestTimeout: IDLE_TIMEOUT_MS,
  connectionsCheckingInterval: IDLE_TIMEOUT_MS / 4,
}

type Options = { address: { host: string; port: number }; render: () => Promise<string>; log: Logger }

/** Serves `/metrics` on a separate address. @throws if the address is not available. */
export async function openMetricsServer({ address, render, log }: Options): Promise<{ close: () => Promise<void> }> {
  const server = createServer(TIMEOUTS, (request, response) => void answer(request, response, { render, log }))
  server.maxConnections = CONNECTIONS_MAX
  server.setTimeout(IDLE_TIMEOUT_MS)
  server.listen(address.port, address.host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new Error(`Nothing can listen at METRICS_ADDRESS (${address.host}:${address.port})`, { cause: error })
  }
  server.on('error', (error) => log.error({ err: error }, 'metrics server error'))
  return {
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function answer(
  { method = '', url = '' }: IncomingMessage,
  response: ServerResponse,
  { render, log }: Pick<Options, 'render' | 'log'>,
): Promise<void> {
  if (url.split('?', 1)[0] !== '/metrics') return void response.writeHead(404).end('Only /metrics is here\n')
  if (method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end()
  try {
    const text = await render()
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text)
  } catch (error) {
    log.error({ err: error }, 'metrics server error')
    response.writeHead(500).end()
  }
}
