import { EmailError } from './transport.ts'

/** The properties of an error of the SMTP client. */
type SmtpError = { code?: unknown; command?: unknown; response?: unknown; responseCode?: unknown }

/** Rejections of the email itself; other errors concern the server or its settings, and end when they are fixed. */
const RECIPIENT_COMMANDS = ['RCPT TO', 'DATA']
/** Bad sequence, authentication or encryption required: these concern the server's settings, at any command. */
const SERVER_CODES = [503, 530, 535, 538]
const RESPONSE_LENGTH_MAX = 300

/** Classifies an error. `secrets` must not be repeated, whatever the server's response contains. */
export function toEmailError(
  error: unknown,
  { hasStarted, secrets }: { hasStarted: boolean; secrets: readonly string[] },
): EmailError {
  const { code, command, response, responseCode } = (error ?? {}) as SmtpError
  const clean = (text: string) => sanitizeResponse(text, secrets)
  if (typeof responseCode === 'number' && typeof response === 'string') {
    const isFinal =
      responseCode >= 500 && RECIPIENT_COMMANDS.includes(String(command)) && !SERVER_CODES.includes(responseCode)
    return new EmailError(isFinal ? 'permanent' : 'transient', `The mail server said: ${clean(response)}`)
  }
  if (code === 'EENVELOPE') return new EmailError('permanent', 'Emails cannot be sent to an address like this')
  const reason = clean(error instanceof Error ? error.message : 'unknown')
  return hasStarted
    ? new EmailError('unknown', `The connection broke after the email was sent; it may have arrived (${reason})`)
    : new EmailError('transient', `The mail server could not be used (${reason})`)
}

/** One line of plain text, without the secrets, in clear or encoded as for a login. */
export function sanitizeResponse(text: string, secrets: readonly string[]): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  return secrets
    .flatMap((secret) => [secret, Buffer.from(secret).toString('base64')])
    .filter(Boolean)
    .reduce((cleaned, secret) => cleaned.replaceAll(secret, '…'), line)
    .slice(0, RESPONSE_LENGTH_MAX)
}
