import { displayName, isolateName } from '#domain/display-names.ts'
import type { Letter } from '../../adapters/mail/letter.ts'

export const contactLetter = (message: { name: string; email: string; text: string }): Letter => ({
  subject: `Message from ${displayName(message.name)}`,
  greeting: `${isolateName(message.name)} <${message.email}> wrote:`,
  paragraphs: [message.text],
})
