export type OutgoingEmail = {
  /** The same for all attempts, so that mailboxes recognize a duplicate. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  writtenAt: Date
  pictures: readonly AttachedPicture[]
}

/** A JPEG. */
export type AttachedPicture = { fileName: string; content: Uint8Array }

/** Sends one email. @throws when it was not accepted, or may not have been: an EmailError tells which. */
export type EmailTransport = { send: (email: OutgoingEmail) => Promise<void> }

/**
 * - permanent: by the response of the server
 * - transient: a retry may succeed
 * - unknown: it was sent, and the server has not confirmed it
 */
export type ErrorKind = 'permanent' | 'transient' | 'unknown'

/** Its message is for staff and the log: without the recipient's address, without secrets. */
export class EmailError extends Error {
  readonly kind: ErrorKind
  constructor(kind: ErrorKind, message: string) {
    super(message)
    this.name = 'EmailError'
    this.kind = kind
  }
}
