export type OutgoingMail = {
  /** Stable over repeats, so that a letter sent twice can be recognised. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  writtenAt: Date
}

/** Hands one mail over. @throws when it was not taken, or may not have been: a MailFailure tells which. */
export type Mail = { send: (mail: OutgoingMail) => Promise<void> }

/**
 * - refused: by the words of the server no further try helps
 * - not-taken: it has not left; another try may succeed
 * - unsure: it has gone out, and nobody has said whether it was taken
 */
export type FailureKind = 'refused' | 'not-taken' | 'unsure'

/** Its message is for staff and the log: without the address, without a secret. */
export class MailFailure extends Error {
  readonly kind: FailureKind
  constructor(kind: FailureKind, message: string) {
    super(message)
    this.name = 'MailFailure'
    this.kind = kind
  }
}
