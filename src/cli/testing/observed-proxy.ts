import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { freePort } from '#server/testing/processes/free-port.ts'

type HeldRequest = {
  /** Forwards the rest to the server. */
  release: () => void
  /** Closes the connection of the sender. */
  cut: () => void
  /**
   * Closes the connection of the sender after its first bytes, but keeps the one to the server open. Resolves to the status
   * with which the server ends it.
   */
  strand: () => Promise<number | undefined>
}

/** A proxy in front of the server. It records which parts pass, and can hold one. */
export type ObservedProxy = {
  url: string
  /** The forwarded parts, in order. A test may empty it. */
  parts: number[]
  /** The number of bytes of all bodies forwarded to the server. */
  sentBytes: () => number
  /** Resolves once that many bytes of the part were forwarded and the rest is held. */
  hold: (part: number, afterBytes?: number) => Promise<HeldRequest>
  close: () => void
}

export async function openObservedProxy(): Promise<ObservedProxy & { pointTo: (port: number) => void }> {
  const port = await freePort()
  const parts: number[] = []
  let target = 0
  let sentBytes = 0
  let wanted: { part: number; afterBytes: number; come: (held: HeldRequest) => void } | undefined

  /** Forwards a body. After `afterBytes` it waits for the release. */
  const meter = (incoming: IncomingMessage, held?: NonNullable<typeof wanted>) =>
    async function* (chunks: AsyncIterable<Buffer>) {
      let bytes = 0
      for await (const chunk of chunks) {
        yield chunk
        sentBytes += chunk.length
        bytes += chunk.length
        if (!held || bytes < held.afterBytes) continue
        const released = Promise.withResolvers<void>()
        held.come({ release: released.resolve, cut: () => incoming.destroy(), strand: () => strand(incoming) })
        held = undefined
        await Promise.race([released.promise, once(incoming, 'close')])
      }
    }

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse, held?: typeof wanted) => {
    const { method, url, headers } = incoming
    const onward = request({ host: '127.0.0.1', port: target, method, path: url, headers }, (answer) => {
      // Those are of one connection: for how long this proxy keeps its own, the server doesn't know.
      const { connection: _, 'keep-alive': __, ...passed } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, passed)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    pipeline(incoming, meter(incoming, held), onward).catch(() => onward.destroy())
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
    const query = new URL(incoming.url ?? '', 'http://localhost').searchParams
    const part = ['PUT', 'PATCH'].includes(incoming.method ?? '') ? Number(query.get('partNumber')) : 0
    const passPart = (held?: typeof wanted) => {
      if (part > 0) parts.push(part)
      pass(incoming, outgoing, held)
    }
    const held = wanted?.part === part ? wanted : undefined
    if (held) wanted = undefined
    if (!held || held.afterBytes > 0) return passPart(held)
    held.come({ release: passPart, cut: () => incoming.destroy(), strand: () => strand(incoming) })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${port}`,
    parts,
    pointTo: (to) => {
      target = to
    },
    sentBytes: () => sentBytes,
    hold: (part, afterBytes = 0) => new Promise((come) => (wanted = { part, afterBytes, come })),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
