import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

/** Rejected here, so that staff have an undelivered email to look at. */
export const UNKNOWN_DOMAIN = 'nursery.example'

/** Takes the emails of the product and keeps their codes. */
export async function openMailServer() {
  const codes = new Map()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(
        address.endsWith(UNKNOWN_DOMAIN)
          ? Object.assign(new Error('5.1.1 There is no such mailbox'), { responseCode: 550 })
          : undefined,
      ),
    onData: (stream, { envelope }, done) => {
      const chunks = []
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('end', () => {
        const [, code] = /^ {4}(\d{6})\r?$/m.exec(Buffer.concat(chunks).toString()) ?? []
        if (code) codes.set(envelope.rcptTo[0].address, code)
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${server.server.address().port}`,
    close: () => server.close(),
    /** Waits for the code that was sent to an address. */
    codeTo: async (email) => {
      for (const start = Date.now(); Date.now() - start < 30_000; ) {
        const code = codes.get(email)
        if (codes.delete(email)) return code
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error(`No code was sent to ${email}`)
    },
  }
}
