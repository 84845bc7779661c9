import { connect } from 'node:net'

/** Sends raw bytes, and returns everything received until the server closes the connection. */
export function sendRaw(url: string, pieces: Iterable<string | Buffer>): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(Number(port), hostname)
    socket.on('data', (bytes) => (answer += bytes.toString('latin1')))
    // The server may reset the connection while we send.
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer))
    void send()
    async function send() {
      for (const piece of pieces) {
        if (socket.destroyed) return
        if (!socket.write(piece)) await new Promise<void>((go) => void socket.once('drain', go).once('close', go))
      }
    }
  })
}

/** Parses the first response. */
export function readRaw(answer: string): { status: number; headers: string; body: string } {
  const [head = '', body = ''] = answer.split(/\r\n\r\n(.*)/s)
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]), headers: head.toLowerCase(), body }
}
