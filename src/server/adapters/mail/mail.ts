export type OutgoingMail = {
  /** Stable over repeats, so that a letter sent twice can be recognised. */
  id: string
  to: string
  subject: string
  text: string
  html: string
}

/** Hands one mail over. @throws when it was not taken; the letter is tried again later. */
export type Mail = { send: (mail: OutgoingMail) => Promise<void> }
