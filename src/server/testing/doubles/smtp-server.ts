import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { freePort } from '../processes/free-port.ts'

export type Received = { to: string; from: string; message: string; encrypted: boolean; messageId: string }

/** How the server responds to a message: accepts it, rejects it with a code, or disconnects. */
export type Answer = 'take' | 'drop' | { code: number; words: string }

export type TestSmtpServer = {
  port: number
  /** All completely received messages, including those it then rejected or left unanswered. */
  received: Received[]
  /** The responses to a recipient and to a message. By default both are accepted. */
  judge: { address: (to: string) => Answer; message: (mail: Received) => Answer | Promise<Answer> }
  /** The number of connections so far. */
  connections: () => number
  start: () => Promise<void>
  stop: () => Promise<void>
}

const ACCEPT_ALL = { address: () => 'take', message: () => 'take' } as const satisfies TestSmtpServer['judge']

/** A real SMTP server on a free port that a test can make fail. */
export async function openSmtpServer(options: SMTPServerOptions = {}): Promise<TestSmtpServer> {
  const port = await freePort()
  const received: Received[] = []
  const judge: TestSmtpServer['judge'] = { ...ACCEPT_ALL }
  const sockets = new Set<Socket>()
  let count = 0
  let server: SMTPServer | undefined

  const disconnect = () => {
    for (const socket of sockets) socket.destroy()
  }
  const respond = (answer: Answer, done: (error?: Error | null) => void) => {
    if (answer === 'take') return done()
    if (answer === 'drop') return disconnect()
    done(Object.assign(new Error(answer.words), { responseCode: answer.code }))
  }

  const start = async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      ...options,
      onRcptTo: ({ address }, _session, done) => respond(judge.address(address), done),
      onData: (stream, session, done) => {
        const pieces: Buffer[] = []
        stream.on('data', (piece: Buffer) => pieces.push(piece))
        stream.on('end', () => {
          const message = Buffer.concat(pieces).toString('utf8')
          const { mailFrom, rcptTo } = session.envelope
          const mail = {
            to: rcptTo.map(({ address }) => address).join(', '),
            from: mailFrom ? mailFrom.address : '',
            message,
            encrypted: session.secure,
            messageId: /^Message-ID: (.*)$/im.exec(message)?.[1]?.trim() ?? '',
          }
          received.push(mail)
          void Promise.resolve(judge.message(mail)).then((answer) => respond(answer, done))
        })
      },
    })
    // For example a client that disconnects or rejects the certificate.
    server.on('error', () => undefined)
    server.server.on('connection', (socket: Socket) => {
      count += 1
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
    server.listen(port, '127.0.0.1')
    await once(server.server, 'listening')
  }
  const stop = async () => {
    if (!server?.server.listening) return
    const closed = once(server.server, 'close')
    server.close(() => undefined)
    disconnect()
    await closed
  }
  await start()
  return { port, received, judge, connections: () => count, start, stop }
}

/** A new self-signed certificate for `localhost`; `file` contains it until `remove`. */
export function makeCertificate(name = 'localhost'): { key: string; cert: string; file: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'skyfurrow-certificate-'))
  const [keyFile, file] = [join(folder, 'server.key'), join(folder, 'server.crt')]
  const options = `req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=${name} -addext subjectAltName=DNS:${name}`
  execFileSync('openssl', [...options.split(' '), '-keyout', keyFile, '-out', file], { stdio: 'pipe' })
  return {
    key: readFileSync(keyFile, 'utf8'),
    cert: readFileSync(file, 'utf8'),
    file,
    remove: () => rmSync(folder, { recursive: true }),
  }
}

export const addressOf = (server: TestSmtpServer): string => `smtp://localhost:${server.port}`
