import { once } from 'node:events'
import { Agent, type ClientRequest, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { freePort } from './free-port.ts'

/** How often a process is asked whether it is ready, and how long it may take to say so. */
const ASK_EVERY_MS = 100
const ANSWER_MS = 1000

export type Balancer = {
  url: string
  /** Shares the calls out among these processes, as far as they say that they are ready. */
  pointTo: (origins: readonly string[]) => void
  /** Those that take calls now. */
  ready: () => string[]
  /** How many calls a process was given. */
  given: (origin: string) => number
  /** How many it has in hand. */
  inHand: (origin: string) => number
  /** How many calls it was given and never answered whole. */
  cut: (origin: string) => number
  /** Lets only the beginning of that part through, the next time that it comes; answers who has it then. */
  stall: (partNumber: number) => Promise<string>
  close: () => void
}

/**
 * A balancer as small as can be: in turn, over connections that it keeps. Another process is tried only if one refuses
 * the connection, that is, before a byte of the call is on its way. Any other failure is the caller's to see.
 */
export async function openBalancer(): Promise<Balancer> {
  const port = await freePort()
  const backends = new Map<string, Backend>()
  let turn = 0
  let stalling: { partNumber: number; has: (origin: string) => void } | undefined
  const next = (refused: ReadonlySet<Backend>): Backend | undefined => {
    const ready = [...backends.values()].filter((one) => one.isReady && !refused.has(one))
    turn += 1
    return ready[turn % ready.length]
  }

  /** All of the call's body, or of a part that is to be stalled its beginning. */
  const sendBody = (incoming: IncomingMessage, onward: ClientRequest, origin: string): void => {
    const { partNumber, has } = stalling ?? {}
    if (!has || partOf(incoming.url) !== partNumber) return void incoming.pipe(onward)
    stalling = undefined
    incoming.once('data', (piece: Buffer) => {
      incoming.pause()
      onward.write(piece, () => has(origin))
    })
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
      sendBody(incoming, onward, backend.origin)
    })
    onward.once('response', (answer) => {
      const { connection: _, 'keep-alive': __, ...passed } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, passed)
      answer.once('error', cut).pipe(outgoing)
    })
    onward.on('error', (error: NodeJS.ErrnoException) => {
      if (isGiven || error.code !== 'ECONNREFUSED') return cut()
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
    inHand: (origin) => backends.get(origin)?.calls.size ?? 0,
    cut: (origin) => backends.get(origin)?.cut ?? 0,
    stall: (partNumber) => new Promise((has) => (stalling = { partNumber, has })),
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

const partOf = (url = ''): number => Number(new URL(url, 'http://balancer').searchParams.get('partNumber'))

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
  const ask = async () => {
    backend.isReady = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (timer) timer = setTimeout(() => void ask(), ASK_EVERY_MS)
  }
  timer = setTimeout(() => void ask())
  return backend
}
