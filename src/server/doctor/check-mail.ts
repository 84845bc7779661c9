import { createTransport } from 'nodemailer'
import { sanitizeResponse } from '../adapters/email/smtp-error.ts'
import { connectionOptions } from '../adapters/email/smtp-transport.ts'
import type { SmtpSettings } from '../adapters/email/smtp-url.ts'
import { type DoctorContext, type Finding, fail, ok, reasonOf } from './finding.ts'

/** Connects to the mail server and logs in, without sending an email. */
export async function* checkMail({ config }: DoctorContext): AsyncGenerator<Finding> {
  const { smtp, folder } = config.mail
  if (!smtp) {
    yield ok('mail', `emails are not sent, but saved in ${folder}`)
    return
  }
  const { login } = smtp
  const transport = createTransport({
    ...connectionOptions(smtp, new URL(config.publicUrl).hostname),
    ...(login ? { auth: { user: login.user, pass: login.password } } : {}),
  })
  try {
    await transport.verify()
    yield ok('mail', `connected to ${smtp.host}:${smtp.port}${login ? ' and logged in' : ''}`)
  } catch (error) {
    yield mailProblem(error, smtp)
  } finally {
    transport.close()
  }
}

function mailProblem(error: unknown, { host, port, login }: SmtpSettings): Finding {
  const reason = sanitizeResponse(reasonOf(error), login ? [login.password, login.user] : [])
  const { code } = error as { code?: unknown }
  const where = `${host}:${port}`
  if (code === 'EAUTH' || code === 'ENOAUTH')
    return fail('mail', `${where} rejects the login: ${reason}`, 'Correct user and password in SMTP_URL.')
  if (/certificate|self-signed|altnames|unable to (get|verify)/i.test(reason))
    return fail(
      'mail',
      `the certificate of ${where} is not trusted: ${reason}`,
      'Set its certificate authority (SMTP_URL=…?ca=<file>), and use the host name of the certificate.',
    )
  if (/STARTTLS|TLS|wrong version number/i.test(reason))
    return fail('mail', `no encrypted connection to ${where}: ${reason}`, 'Use smtps:// for port 465, smtp:// for 587.')
  return fail(
    'mail',
    `${where} can't be used: ${reason}`,
    'Correct SMTP_URL, or allow connections from this machine to that port.',
  )
}
