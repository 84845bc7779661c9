import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addressOf, makeCertificate, openSmtpServer, type TestSmtpServer } from '#server/testing/doubles/smtp-server.ts'
import { freePort } from '#server/testing/processes/free-port.ts'
import { createSmtpTransport } from './smtp-transport.ts'
import { parseSmtpUrl } from './smtp-url.ts'
import { EmailError, type OutgoingEmail } from './transport.ts'

const from = { name: 'Skyfurrow', address: 'no-reply@skyfurrow.example' }
const email: OutgoingEmail = {
  id: 'email-1',
  to: 'ann@example.org',
  subject: 'Your code',
  text: 'Your code:\n\n.\n123456 – grüßt\n',
  html: '<p>123456</p>',
  writtenAt: new Date('2026-08-15T09:12:00Z'),
  pictures: [],
}

function transportFor(url: string, sendTimeoutMs?: number) {
  const settings = parseSmtpUrl(url)
  if ('problem' in settings) throw new Error(settings.problem)
  return createSmtpTransport({ settings, from, host: 'skyfurrow.example', ...(sendTimeoutMs ? { sendTimeoutMs } : {}) })
}

const errorOf = async (sending: Promise<void>): Promise<EmailError> => {
  const error: unknown = await sending.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof EmailError)) throw new Error('It should have failed', { cause: error })
  return error
}

describe('unencrypted, on this machine', () => {
  let server: TestSmtpServer
  beforeEach(async () => {
    server = await openSmtpServer()
  })
  afterEach(() => server.stop())
  const send = (changes: Partial<OutgoingEmail> = {}) => transportFor(addressOf(server)).send({ ...email, ...changes })

  test('an email arrives as text and HTML, with the same headers each time', async () => {
    await send()
    await send()
    for (const { message, to, messageId } of server.received) {
      const [head = ''] = message.split('\r\n\r\n', 1)
      expect({ to, messageId }).toEqual({ to: 'ann@example.org', messageId: '<email-1@skyfurrow.example>' })
      expect(head).toContain('From: Skyfurrow <no-reply@skyfurrow.example>')
      expect(head).toContain('Date: Sat, 15 Aug 2026 09:12:00 +0000')
      expect(head).toContain('Reply-To: Skyfurrow <hello@skyfurrow.example>')
      expect(head).toContain('Auto-Submitted: auto-generated')
      expect(head).toContain('multipart/alternative')
      expect(message).toContain('text/plain')
      expect(message).toContain('<p>123456</p>')
      expect(message).toContain('\r\n.\r\n')
    }
    expect(server.received).toHaveLength(2)
  })

  test('a line break adds no header and no recipient', async () => {
    await send({ subject: 'Hello\r\nBcc: eve@example.org\r\n\r\nBody' })
    const [head = ''] = server.received[0]?.message.split('\r\n\r\n', 1) ?? []
    expect(head.match(/^[\w-]+(?=:)/gm)).not.toContain('Bcc')
    expect(server.received.map(({ to }) => to)).toEqual(['ann@example.org'])

    for (const to of ['ann@example.org\r\nRCPT TO:<eve@example.org>', 'ann@example.org>\nDATA', ''])
      expect(await errorOf(send({ to }))).toMatchObject({ kind: 'permanent' })
    expect((await errorOf(send({ to: 'ann@example.org, eve@example.org' }))).kind).toBe('permanent')
    expect(server.received).toHaveLength(1)
  })

  test.each([
    [550, 'permanent'],
    [552, 'permanent'],
    [450, 'transient'],
    [421, 'transient'],
    [530, 'transient'],
  ])('%i to the address: %s', async (code, kind) => {
    server.judge.address = (to) => ({ code, words: `No box\t${to}` })
    const { kind: found, message } = await errorOf(send())
    expect({ found, message }).toEqual({ found: kind, message: `The mail server said: ${code} No box …` })
    expect(server.received).toEqual([])
  })

  test.each([
    [554, 'permanent'],
    [451, 'transient'],
  ])('%i to the message: %s', async (code, kind) => {
    server.judge.message = () => ({ code, words: 'Not so' })
    expect((await errorOf(send())).kind).toBe(kind)
  })

  test('a connection that breaks before the last response has an unknown outcome', async () => {
    server.judge.message = () => 'drop'
    expect((await errorOf(send())).kind).toBe('unknown')
    server.judge.message = () => 'take'
    server.judge.address = () => 'drop'
    expect((await errorOf(send())).kind).toBe('transient')
    await server.stop()
    expect(await errorOf(send())).toMatchObject({
      kind: 'transient',
      message: expect.stringContaining('ECONNREFUSED'),
    })
  })

  test('a server that never finishes times out', async () => {
    server.judge.message = () => new Promise(() => undefined)
    // Time enough to get to the message on a busy machine.
    const { kind, message } = await errorOf(transportFor(addressOf(server), 3000).send(email))
    expect({ kind, message }).toMatchObject({ kind: 'unknown', message: expect.stringContaining('It took too long') })
  })
})

test('a server that sends no greeting, or speaks another protocol, gets no email', async () => {
  const port = await freePort()
  const silent = createServer().listen(port, '127.0.0.1')
  expect((await errorOf(transportFor(`smtp://localhost:${port}`, 300).send(email))).kind).toBe('transient')
  silent.on('connection', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  expect((await errorOf(transportFor(`smtp://localhost:${port}`).send(email))).kind).toBe('transient')
  silent.close()
})

const onAuth: NonNullable<Parameters<typeof openSmtpServer>[0]>['onAuth'] = ({ username, password }, _session, done) =>
  username === 'anna' && password === 'sécret-word'
    ? done(null, { user: username })
    : done(new Error(`Wrong: ${username} ${password}`))

describe('encrypted', () => {
  const certificate = makeCertificate()
  const login = 'anna:s%C3%A9cret-word@'
  const encrypted = { key: certificate.key, cert: certificate.cert, disabledCommands: [] }
  let server: TestSmtpServer
  afterEach(() => server.stop())
  const trusted = `?ca=${certificate.file}`

  test('by STARTTLS, before the password and the email', async () => {
    server = await openSmtpServer({ ...encrypted, authOptional: false, onAuth })
    await transportFor(`smtp://${login}localhost:${server.port}${trusted}`).send(email)
    expect(server.received).toMatchObject([{ encrypted: true }])
  })

  test('from the first byte', async () => {
    server = await openSmtpServer({ ...encrypted, secure: true, authOptional: false, onAuth })
    await transportFor(`smtps://${login}localhost:${server.port}${trusted}`).send(email)
    expect(server.received).toMatchObject([{ encrypted: true }])
  })

  test('a wrong password is retried later, and not logged', async () => {
    server = await openSmtpServer({ ...encrypted, authOptional: false, onAuth })
    const { kind, message } = await errorOf(
      transportFor(`smtp://anna:other-secret@localhost:${server.port}${trusted}`).send(email),
    )
    expect(kind).toBe('transient')
    expect(message).toMatch(/^The mail server said: 535 /)
    expect(message).not.toMatch(/anna|other-secret/)
  })

  test.each(['smtp', 'smtps'])(
    '%s: an untrusted certificate, or one of another name, is rejected',
    async (protocol) => {
      server = await openSmtpServer({ ...encrypted, secure: protocol === 'smtps', authOptional: false, onAuth })
      const other = makeCertificate('mail.example.org')
      for (const authority of [other.file, certificate.file]) {
        const host = authority === certificate.file ? '127.0.0.1' : 'localhost'
        const { kind, message } = await errorOf(
          transportFor(`${protocol}://${login}${host}:${server.port}?ca=${authority}`).send(email),
        )
        expect({ kind, message }).toMatchObject({
          kind: 'transient',
          message: expect.stringMatching(/certificate|altnames/),
        })
      }
      other.remove()
      expect(server.received).toEqual([])
    },
  )

  test('sends nothing when STARTTLS was stripped from the response', async () => {
    let receivedPassword = ''
    server = await openSmtpServer({
      hideSTARTTLS: true,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ password }, _session, done) => {
        receivedPassword = password ?? ''
        done(null, { user: 'anna' })
      },
    })
    const { kind } = await errorOf(transportFor(`smtp://${login}localhost:${server.port}${trusted}`).send(email))
    expect({ kind, receivedPassword, received: server.received }).toEqual({
      kind: 'transient',
      receivedPassword: '',
      received: [],
    })
  })
})

test.each([
  ['smtp://mail.example.org', { port: 587, encryption: 'starttls' }],
  ['smtp://mail.example.org:25', { port: 25, encryption: 'starttls' }],
  ['smtps://mail.example.org', { port: 465, encryption: 'from-start' }],
  ['smtps://localhost', { port: 465, encryption: 'from-start' }],
  ['smtp://localhost:25', { port: 25, encryption: 'none' }],
  ['smtp://127.0.0.1:25', { port: 25, encryption: 'none' }],
  ['smtp://[::1]:25', { host: '::1', encryption: 'none' }],
  ['smtp://127.0.0.1.example.org', { encryption: 'starttls' }],
  ['smtp://LOCALHOST.example.org', { encryption: 'starttls' }],
])('%s', (url, expected) => {
  expect(parseSmtpUrl(url)).toMatchObject(expected)
})
