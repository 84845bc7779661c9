export type OutgoingEmail = {
  /** Stable over retries, so that mailboxes recognise an email sent twice. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  writtenAt: Date
}

/** Sends one email. @throws when it was not accepted, or may not have been: an EmailError tells which. */
export type EmailTransport = { send: (mail: OutgoingEmail) => Promise<void> }

/**
 * - permanent: by the response of the server
 * - transient: a retry may succeed
 * - unknown: it was sent, and the server has not confirmed it
 */
export type ErrorKind = 'permanent' | 'transient' | 'unknown'

/** Its message is for staff and the log: without the address, without a secret. */
export class EmailError extends Error {
  readonly kind: ErrorKind
  constructor(kind: ErrorKind, message: string) {
    super(message)
    this.name = 'EmailError'
    this.kind = kind
  }
}
