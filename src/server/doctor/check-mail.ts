import { createTransport } from 'nodemailer'
import { connectionOptions } from '../adapters/mail/smtp.ts'
import type { SmtpSettings } from '../adapters/mail/smtp-address.ts'
import { cleanAnswer } from '../adapters/mail/smtp-failure.ts'
import { type Finding, fail, type Given, ok, reasonOf } from './finding.ts'

/** Says hello to the mail server, logs in, and says goodbye: no letter is sent. */
export async function* checkMail({ config }: Given): AsyncGenerator<Finding> {
  const { smtp, folder } = config.mail
  if (!smtp) {
    yield ok('mail', `letters are not sent but written into ${folder}`)
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
    yield whyRefused(error, smtp)
  } finally {
    transport.close()
  }
}

function whyRefused(error: unknown, { host, port, login }: SmtpSettings): Finding {
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
