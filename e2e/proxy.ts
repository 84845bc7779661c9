import { once } from 'node:events'
import { type ClientRequest, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'

/** One sending of a part, or of the rest of one: how many of its bytes have been passed on to the store, and what the store said. */
export type Sending = { part: number; bytes: number; status?: number }
type Answer = { method: string; path: string; status: number }
type Place = { part: number; bytes: number }
type Dam = Place & { reached: (bytes: number) => void; opened: Promise<void> }
type Loss = { method: string; path: RegExp; happened: () => void }

/** A line between browser and server that a test can spoil at any moment, and that counts what goes over it. */
export type Proxy = Awaited<ReturnType<typeof startProxy>>

export async function startProxy(target: number) {
  let line = new Line(target)
  const server = createServer({ keepAlive: true }, (incoming, answer) => line.forward(incoming, answer))
  server.keepAliveTimeout = 60_000
  server.on('connection', (socket) => line.authorize(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const cut = () => line.each((socket) => socket.destroy())
  const reset = () => line.each((socket) => socket.resetAndDestroy())

  return {
    url: `http://127.0.0.1:${port}`,
    /** Sound again, with nothing counted yet. */
    renew: () => {
      cut()
      line = new Line(target)
    },
    /** Ends every connection, as far as possible in good order. */
    cut,
    /** Ends every connection with RST. */
    reset,
    /** Refuses every connection from now on. */
    refuse: () => {
      line.refusing = true
      reset()
    },
    accept: () => {
      line.refusing = false
    },
    /** Resolves when so many more connections have been refused. */
    refused: (count: number) => line.countRefusals(count),
    /** Lets the next sending of a part come this far and no further, until it is opened or the line is cut; tells how far it came. */
    hold: (place: Place) => line.hold(place),
    /** Of the bodies of parts. */
    slowTo: (bytesPerSecond: number) => {
      line.bytesPerSecond = bytesPerSecond
    },
    /** The next such request goes through to the server; its answer gets lost, and its connection with it. */
    loseAnswer: (method: string, path: RegExp) => line.loseAnswer(method, path),
    sendings: (): readonly Sending[] => line.sendings,
    answers: (method: string, path: RegExp): number[] =>
      line.answers.filter((one) => one.method === method && path.test(one.path)).map(({ status }) => status),
    async close() {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}

class Line {
  readonly sendings: Sending[] = []
  readonly answers: Answer[] = []
  refusing = false
  bytesPerSecond: number | undefined
  private readonly sockets = new Set<Socket>()
  private dams: Dam[] = []
  private losses: Loss[] = []
  private onRefusal: () => unknown = () => {}
  private readonly target: number

  constructor(target: number) {
    this.target = target
  }

  authorize(socket: Socket): void {
    if (this.refusing) {
      this.onRefusal()
      return void socket.resetAndDestroy()
    }
    this.sockets.add(socket)
    socket.once('close', () => this.sockets.delete(socket))
  }

  countRefusals(count: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    let left = count
    this.onRefusal = () => --left === 0 && resolve()
    return promise
  }

  each(end: (socket: Socket) => void): void {
    for (const socket of this.sockets) end(socket)
  }

  hold(place: Place): { reached: Promise<number>; open: () => void } {
    const reached = Promise.withResolvers<number>()
    const opened = Promise.withResolvers<void>()
    this.dams.push({ ...place, reached: reached.resolve, opened: opened.promise })
    return { reached: reached.promise, open: opened.resolve }
  }

  loseAnswer(method: string, path: RegExp): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.losses.push({ method, path, happened: resolve })
    return promise
  }

  forward(incoming: IncomingMessage, answer: ServerResponse): void {
    const { method = '', url: path = '', socket } = incoming
    const sending = this.noteSending(method, path)
    const onward = request({
      host: '127.0.0.1',
      port: this.target,
      method,
      path,
      headers: incoming.headers,
      agent: false,
    })
    onward.on('response', (reply) => {
      const { statusCode: status = 0, headers } = reply
      if (sending) sending.status = status
      this.answers.push({ method, path, status })
      const loss = this.takeLoss(method, path)
      if (loss) {
        socket.destroy()
        return loss.happened()
      }
      const { connection: _, 'keep-alive': __, ...kept } = headers
      answer.writeHead(status, kept)
      pipeline(reply, answer).catch(() => socket.destroy())
    })
    onward.on('error', () => socket.destroy())
    answer.once('close', () => answer.writableFinished || onward.destroy())
    const sent = sending
      ? pipeline(
          incoming,
          (chunks: AsyncIterable<Buffer>) => this.pass(chunks, sending, { from: socket, onward }),
          onward,
        )
      : pipeline(incoming, onward)
    sent.catch(() => socket.destroy())
  }

  private noteSending(method: string, path: string): Sending | undefined {
    const part = new URLSearchParams(path.split('?')[1]).get('partNumber')
    if (!['PUT', 'PATCH'].includes(method) || part === null) return undefined
    const sending: Sending = { part: Number(part), bytes: 0 }
    this.sendings.push(sending)
    return sending
  }

  private async *pass(chunks: AsyncIterable<Buffer>, sending: Sending, ends: { from: Socket; onward: ClientRequest }) {
    // What is sent to a server that is not there is no part of the count.
    await connected(ends.onward)
    for await (const chunk of chunks) {
      sending.bytes += chunk.length
      yield chunk
      if (this.bytesPerSecond !== undefined) await delay((1000 * chunk.length) / this.bytesPerSecond)
      const dam = this.dams.find(({ part, bytes }) => part === sending.part && sending.bytes >= bytes)
      if (!dam) continue
      this.dams = this.dams.filter((other) => other !== dam)
      dam.reached(sending.bytes)
      await Promise.race([dam.opened, once(ends.from, 'close')])
      if (ends.from.destroyed) throw new Error('The line was cut')
    }
  }

  private takeLoss(method: string, path: string): Loss | undefined {
    const loss = this.losses.find((one) => one.method === method && one.path.test(path))
    this.losses = this.losses.filter((other) => other !== loss)
    return loss
  }
}

async function connected(onward: ClientRequest): Promise<void> {
  const socket = onward.socket ?? ((await once(onward, 'socket')) as [Socket])[0]
  if (socket.connecting) await once(socket, 'connect')
}
