// Sends and fetches bytes over raw sockets, in a separate process, so that the client is not measured. Receives { calls, atOnce
// } as a message and replies with { seconds, answers }; forked by run.mjs.

import { randomFillSync } from 'node:crypto'
import { connect } from 'node:net'

const MIB = 1024 * 1024
const sent = randomFillSync(Buffer.alloc(MIB))
const received = Buffer.alloc(MIB)

process.on('message', (work) => void doWork(work))

async function doWork({ calls, atOnce }) {
  const started = performance.now()
  const answers = []
  try {
    if (atOnce) answers.push(...(await Promise.all(calls.map(call))))
    else for (const one of calls) answers.push(await call(one))
    process.send({ seconds: (performance.now() - started) / 1000, answers })
  } catch (error) {
    process.send({ fault: String(error) })
  }
}

/** One call on its own connection. Only the length of the response body is kept. */
function call({ method, url, headers = {}, bytes = 0 }) {
  const { hostname, port, host, pathname, search } = new URL(url)
  const lines = { host, connection: 'close', ...(method === 'GET' ? {} : { 'content-length': bytes }), ...headers }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  return new Promise((resolve, reject) => {
    let answer
    let length = 0
    const read = (count, buffer) => {
      if (answer) length += count
      else {
        const text = buffer.toString('latin1', 0, count)
        const end = text.indexOf('\r\n\r\n')
        if (end < 0) return reject(new Error(`No answer to ${method} ${url}`))
        answer = readHead(text.slice(0, end))
        length = count - end - 4
      }
      return true
    }
    const socket = connect({ host: hostname, port: Number(port), onread: { buffer: received, callback: read } })
    socket.on('error', reject)
    socket.on('end', () => socket.destroy())
    socket.on('close', () =>
      answer ? resolve({ ...answer, length }) : reject(new Error(`${url} closed the connection`)),
    )
    socket.write(`${method} ${pathname}${search} HTTP/1.1\r\n${head.join('')}\r\n`)
    send(socket, bytes)
  })
}

function send(socket, left) {
  if (left > 0 && !socket.destroyed)
    socket.write(left < MIB ? sent.subarray(0, left) : sent, () => send(socket, left - MIB))
}

function readHead(text) {
  const [status, ...lines] = text.split('\r\n')
  const headers = lines.map((line) => [line.split(':', 1)[0].toLowerCase(), line.slice(line.indexOf(':') + 1).trim()])
  return { status: Number(status.split(' ')[1]), headers: Object.fromEntries(headers) }
}
