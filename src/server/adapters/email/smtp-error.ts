import { EmailError } from './transport.ts'

/** The properties of an error of the SMTP client. */
type SmtpError = { code?: unknown; command?: unknown; response?: unknown; responseCode?: unknown }

/** Rejections of the email itself; other errors concern the server or its settings, and end when they are fixed. */
const RECIPIENT_COMMANDS = ['RCPT TO', 'DATA']
/** Bad sequence, authentication or encryption required: these concern the server's settings, at any command. */
const ABOUT_US = [503, 530, 535, 538]
const ANSWER_LENGTH = 300

/** Classifies an error. `secrets` must not be repeated, whatever the server's response contains. */
export function failureOf(
  error: unknown,
  { hasBegun, secrets }: { hasBegun: boolean; secrets: readonly string[] },
): EmailError {
  const { code, command, response, responseCode } = (error ?? {}) as SmtpError
  const clean = (text: string) => cleanAnswer(text, secrets)
  if (typeof responseCode === 'number' && typeof response === 'string') {
    const isFinal =
      responseCode >= 500 && RECIPIENT_COMMANDS.includes(String(command)) && !ABOUT_US.includes(responseCode)
    return new EmailError(isFinal ? 'permanent' : 'transient', `The mail server said: ${clean(response)}`)
  }
  if (code === 'EENVELOPE') return new EmailError('permanent', 'Mail can not be sent to an address like this')
  const why = clean(error instanceof Error ? error.message : 'unknown')
  return hasBegun
    ? new EmailError('unknown', `The connection broke after the email was sent; it may have arrived (${why})`)
    : new EmailError('transient', `The mail server could not be used (${why})`)
}

/** One line of plain text, without the secrets, in clear or encoded as for a login. */
export function cleanAnswer(text: string, secrets: readonly string[]): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  return secrets
    .flatMap((secret) => [secret, Buffer.from(secret).toString('base64')])
    .filter(Boolean)
    .reduce((cleaned, secret) => cleaned.replaceAll(secret, '…'), line)
    .slice(0, ANSWER_LENGTH)
}
