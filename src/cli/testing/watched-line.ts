import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { freePort } from '#server/testing/free-port.ts'

type Held = {
  /** Lets it go on to the server. */
  release: () => void
  /** Cuts its connection. */
  cut: () => void
  /** Cuts its connection after its first bytes, of which the server is not told; answers what the server says in the end. */
  strand: () => Promise<number | undefined>
}

/** A line to the server on which a test sees which parts go by, and can hold one. */
export type WatchedLine = {
  url: string
  /** The parts that have been let through, in order; a test may empty it. */
  parts: number[]
  /** Resolves once that part has come, and stands before the server. */
  hold: (part: number) => Promise<Held>
  close: () => void
}

export async function openLine(): Promise<WatchedLine & { leadTo: (port: number) => void }> {
  const port = await freePort()
  const parts: number[] = []
  let target = 0
  let wanted: { part: number; come: (held: Held) => void } | undefined

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, url, headers } = incoming
    const onward = request({ host: '127.0.0.1', port: target, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  }

  const strand = async (incoming: IncomingMessage): Promise<number | undefined> => {
    const { method, url, headers } = incoming
    const onward = request({ host: '127.0.0.1', port: target, method, path: url, headers })
    onward.on('error', () => undefined)
    const [first] = (await once(incoming, 'data')) as [Buffer]
    onward.write(first)
    incoming.destroy()
    const [answer] = (await once(onward, 'response')) as [IncomingMessage]
    answer.resume()
    return answer.statusCode
  }

  const server = createServer((incoming, outgoing) => {
    const part = Number(new URL(incoming.url ?? '', 'http://localhost').searchParams.get('partNumber'))
    const passPart = () => {
      if (part > 0) parts.push(part)
      pass(incoming, outgoing)
    }
    if (part === 0 || wanted?.part !== part) return passPart()
    wanted.come({ release: passPart, cut: () => incoming.destroy(), strand: () => strand(incoming) })
    wanted = undefined
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${port}`,
    parts,
    leadTo: (to) => {
      target = to
    },
    hold: (part) => new Promise((come) => (wanted = { part, come })),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
