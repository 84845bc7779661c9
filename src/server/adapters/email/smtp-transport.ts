import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { seconds } from '#domain/units.ts'
import { createMimeMessage, type Sender } from './mime-message.ts'
import { toEmailError } from './smtp-error.ts'
import type { SmtpSettings } from './smtp-url.ts'
import type { EmailTransport, OutgoingEmail } from './transport.ts'

const CONNECT_TIMEOUT_MS = seconds(10)
const GREETING_TIMEOUT_MS = seconds(10)
const IDLE_TIMEOUT_MS = seconds(30)
/** Less than the lease of the job, so that no other worker starts this email meanwhile. */
const SEND_TIMEOUT_MS = seconds(45)

type Options = { settings: SmtpSettings; from: Sender; host: string; sendTimeoutMs?: number }

/** Sends each email over its own connection. A kept connection may be dead, which would show only during the next email. */
export function createSmtpTransport({
  settings,
  from,
  host,
  sendTimeoutMs = SEND_TIMEOUT_MS,
}: Options): EmailTransport {
  return {
    send: async (email) => {
      const message = await createMimeMessage(email, { from, host, newline: 'windows' })
      const connection = new SMTPConnection(connectionOptions(settings, host))
      await deliver(connection, { email, message, from, settings, sendTimeoutMs })
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
  connectionTimeout: CONNECT_TIMEOUT_MS,
  greetingTimeout: GREETING_TIMEOUT_MS,
  socketTimeout: IDLE_TIMEOUT_MS,
})

type Delivery = { email: OutgoingEmail; message: Buffer; from: Sender; settings: SmtpSettings; sendTimeoutMs: number }

async function deliver(
  connection: SMTPConnection,
  { email, message, from, settings, sendTimeoutMs }: Delivery,
): Promise<void> {
  const { login } = settings
  const failed = Promise.withResolvers<never>()
  connection.on('error', failed.reject)
  // A server that keeps sending never reaches the idle timeout.
  const timer = setTimeout(() => failed.reject(new Error('It took too long')), sendTimeoutMs)
  let hasStarted = false
  const body = new Readable({
    // Before the server has accepted the message, nothing was sent.
    read() {
      hasStarted = true
      this.push(message)
      this.push(null)
    },
  })
  const converse = async () => {
    await step((done) => connection.connect(done))
    if (login) await step((done) => connection.login({ credentials: { user: login.user, pass: login.password } }, done))
    await step((done) => connection.send({ from: from.address, to: [email.to] }, body, done))
  }
  try {
    await Promise.race([converse(), failed.promise])
    connection.quit()
  } catch (error) {
    connection.close()
    throw toEmailError(error, { hasStarted, secrets: [email.to, ...secretsOf(login)] })
  } finally {
    clearTimeout(timer)
  }
}

/** As in the login commands: one by one, or combined. */
const secretsOf = (login: SmtpSettings['login']): string[] =>
  login ? [`\0${login.user}\0${login.password}`, login.password, login.user] : []

const step = (run: (done: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => run((error) => (error ? reject(error) : resolve())))
