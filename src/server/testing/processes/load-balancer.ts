import { once } from 'node:events'
import { Agent, type ClientRequest, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { freePort } from './free-port.ts'

/** Interval and timeout of readiness checks. */
const CHECK_INTERVAL_MS = 100
const CHECK_TIMEOUT_MS = 5000

export type Balancer = {
  url: string
  /** Distributes calls among these processes while they are ready. */
  pointTo: (origins: readonly string[]) => void
  /** The processes that are ready. */
  ready: () => string[]
  /** The number of calls sent to a process. */
  given: (origin: string) => number
  /** The number of its calls in progress. */
  inProgress: (origin: string) => number
  /** The number of its calls without a complete response. */
  cut: (origin: string) => number
  close: () => void
}

/**
 * A minimal round-robin load balancer with keep-alive. Another process is tried only if one refuses
 * the connection, before any byte of the call was sent. Any other failure reaches the client.
 */
export async function openBalancer(): Promise<Balancer> {
  const port = await freePort()
  const backends = new Map<string, Backend>()
  let turn = 0
  const next = (refused: ReadonlySet<Backend>): Backend | undefined => {
    const ready = [...backends.values()].filter((one) => one.isReady && !refused.has(one))
    turn += 1
    return ready[turn % ready.length]
  }

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse, refused = new Set<Backend>()): void => {
    const backend = next(refused)
    if (!backend) return void outgoing.writeHead(503).end('{"message":"No process is ready"}')
    const onward = request({ ...addressOf(backend), ...callOf(incoming) })
    let isGiven = false
    backend.calls.add(outgoing)
    const cut = () => {
      if (backend.calls.delete(outgoing) && isGiven) backend.cut += 1
      outgoing.destroy()
    }
    untilConnected(onward, () => {
      isGiven = true
      backend.given += 1
      incoming.pipe(onward)
    })
    onward.once('response', (answer) => {
      const { connection: _, 'keep-alive': __, ...passed } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, passed)
      answer.once('error', cut).pipe(outgoing)
    })
    onward.on('error', () => {
      // Until it is connected the process has received nothing, so another one can take the call.
      if (isGiven) return cut()
      backend.calls.delete(outgoing)
      pass(incoming, outgoing, refused.add(backend))
    })
    outgoing.once('close', () => {
      backend.calls.delete(outgoing)
      onward.destroy()
    })
  }

  const server = createServer((incoming, outgoing) => pass(incoming, outgoing))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${port}`,
    pointTo: (origins) => {
      for (const origin of origins) backends.set(origin, watchBackend(origin))
    },
    ready: () => [...backends.values()].filter(({ isReady }) => isReady).map(({ origin }) => origin),
    given: (origin) => backends.get(origin)?.given ?? 0,
    inProgress: (origin) => backends.get(origin)?.calls.size ?? 0,
    cut: (origin) => backends.get(origin)?.cut ?? 0,
    close: () => {
      for (const { stop } of backends.values()) stop()
      server.closeAllConnections()
      server.close()
    },
  }
}

const addressOf = ({ origin, agent }: Backend) => ({
  host: new URL(origin).hostname,
  port: new URL(origin).port,
  agent,
})
const callOf = ({ method, url: path, headers }: IncomingMessage) => ({ method, path, headers })

function untilConnected(onward: ClientRequest, go: () => void): void {
  onward.once('socket', (socket: Socket) => {
    if (socket.connecting) socket.once('connect', go)
    else go()
  })
}

type Backend = {
  origin: string
  isReady: boolean
  agent: Agent
  calls: Set<ServerResponse>
  given: number
  cut: number
  stop: () => void
}

function watchBackend(origin: string): Backend {
  const agent = new Agent({ keepAlive: true })
  let timer: NodeJS.Timeout | undefined
  const backend: Backend = {
    origin,
    isReady: false,
    agent,
    calls: new Set(),
    given: 0,
    cut: 0,
    stop: () => {
      clearTimeout(timer)
      timer = undefined
      agent.destroy()
    },
  }
  const check = async () => {
    backend.isReady = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (timer) timer = setTimeout(() => void check(), CHECK_INTERVAL_MS)
  }
  timer = setTimeout(() => void check())
  return backend
}
