import { createTransport } from 'nodemailer'
import { cleanAnswer } from '../adapters/email/smtp-error.ts'
import { connectionOptions } from '../adapters/email/smtp-transport.ts'
import type { SmtpSettings } from '../adapters/email/smtp-url.ts'
import { type DoctorContext, type Finding, fail, ok, reasonOf } from './finding.ts'

/** Connects to the mail server and logs in, without sending an email. */
export async function* checkMail({ config }: DoctorContext): AsyncGenerator<Finding> {
  const { smtp, folder } = config.mail
  if (!smtp) {
    yield ok('mail', `emails are not sent but written into ${folder}`)
    return
  }
  const { login } = smtp
  const transport = createTransport({
    ...connectionOptions(smtp, new URL(config.publicUrl).hostname),
    ...(login ? { auth: { user: login.user, pass: login.password } } : {}),
  })
  try {
    await transport.verify()
    yield ok('mail', `${smtp.host}:${smtp.port} takes us${login ? ', and the login' : ''}`)
  } catch (error) {
    yield mailProblem(error, smtp)
  } finally {
    transport.close()
  }
}

function mailProblem(error: unknown, { host, port, login }: SmtpSettings): Finding {
  const reason = cleanAnswer(reasonOf(error), login ? [login.password, login.user] : [])
  const { code } = error as { code?: unknown }
  const where = `${host}:${port}`
  if (code === 'EAUTH' || code === 'ENOAUTH')
    return fail('mail', `${where} refuses the login: ${reason}`, 'Correct user and password in SMTP_URL.')
  if (/certificate|self-signed|altnames|unable to (get|verify)/i.test(reason))
    return fail(
      'mail',
      `the certificate of ${where} is not trusted: ${reason}`,
      'Name the authority that made it: SMTP_URL=…?ca=<file>, and the host as the certificate does.',
    )
  if (/STARTTLS|TLS|wrong version number/i.test(reason))
    return fail('mail', `no encrypted connection to ${where}: ${reason}`, 'smtps:// is for port 465, smtp:// for 587.')
  return fail('mail', `${where} can't be used: ${reason}`, 'Correct SMTP_URL, or let this machine out to that port.')
}
