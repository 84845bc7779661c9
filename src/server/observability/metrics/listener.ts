import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { openSmallServer } from '../../http/operations/small-server.ts'

const CONNECTIONS_MAX = 20

type Options = { address: { host: string; port: number }; render: () => Promise<string>; log: Logger }

/** Serves `/metrics` on a separate address. @throws if the address is not available. */
export async function openMetricsServer({ address, render, log }: Options): Promise<{ close: () => Promise<void> }> {
  const { server, close } = await openSmallServer(
    { ...address, connectionsMax: CONNECTIONS_MAX },
    (request, response) => void answer(request, response, { render, log }),
  ).catch((error: unknown) => {
    throw new Error(`Nothing can listen at METRICS_ADDRESS (${address.host}:${address.port})`, { cause: error })
  })
  server.on('error', (error) => log.error({ err: error }, 'metrics server error'))
  return { close }
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
