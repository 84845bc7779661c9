import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { seconds } from '#domain/units.ts'
import { createMimeMessage, type Sender } from './mime-message.ts'
import { failureOf } from './smtp-error.ts'
import type { SmtpSettings } from './smtp-url.ts'
import type { EmailTransport, OutgoingEmail } from './transport.ts'

const CONNECT_MS = seconds(10)
const GREETING_MS = seconds(10)
const SILENCE_MS = seconds(30)
/** Less than the lease of the job, so that no other worker starts this email meanwhile. */
const DELIVERY_MS = seconds(45)

type Options = { settings: SmtpSettings; from: Sender; host: string; deliveryMs?: number }

/** Sends each email over its own connection. A kept connection may be dead, which would show only during the next email. */
export function createSmtpTransport({ settings, from, host, deliveryMs = DELIVERY_MS }: Options): EmailTransport {
  return {
    send: async (mail) => {
      const message = await createMimeMessage(mail, { from, host, newline: 'windows' })
      const connection = new SMTPConnection(connectionOptions(settings, host))
      await deliver(connection, { mail, message, from, settings, deliveryMs })
    },
  }
}

export const connectionOptions = ({ host: server, port, encryption, ca }: SmtpSettings, name: string) => ({
  host: server,
  port,
  name,
  secure: encryption === 'from-start',
  requireTLS: encryption === 'starttls',
  ignoreTLS: encryption === 'none',
  tls: { rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) },
  connectionTimeout: CONNECT_MS,
  greetingTimeout: GREETING_MS,
  socketTimeout: SILENCE_MS,
})

type Delivery = { mail: OutgoingEmail; message: Buffer; from: Sender; settings: SmtpSettings; deliveryMs: number }

async function deliver(
  connection: SMTPConnection,
  { mail, message, from, settings, deliveryMs }: Delivery,
): Promise<void> {
  const { login } = settings
  const failed = Promise.withResolvers<never>()
  connection.on('error', failed.reject)
  // A server that keeps sending never reaches the idle timeout.
  const deadline = setTimeout(() => failed.reject(new Error('It took too long')), deliveryMs)
  let hasBegun = false
  const body = new Readable({
    // Before the server has accepted the message, nothing was sent.
    read() {
      hasBegun = true
      this.push(message)
      this.push(null)
    },
  })
  const talk = async () => {
    await step((done) => connection.connect(done))
    if (login) await step((done) => connection.login({ credentials: { user: login.user, pass: login.password } }, done))
    await step((done) => connection.send({ from: from.address, to: [mail.to] }, body, done))
  }
  try {
    await Promise.race([talk(), failed.promise])
    connection.quit()
  } catch (error) {
    connection.close()
    throw failureOf(error, { hasBegun, secrets: [mail.to, ...secretsOf(login)] })
  } finally {
    clearTimeout(deadline)
  }
}

/** As in the login commands: one by one, or combined. */
const secretsOf = (login: SmtpSettings['login']): string[] =>
  login ? [`\0${login.user}\0${login.password}`, login.password, login.user] : []

const step = (take: (done: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => take((error) => (error ? reject(error) : resolve())))
