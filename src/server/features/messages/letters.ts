import { nameInText, showName } from '#domain/shown-names.ts'
import type { Letter } from '../../adapters/mail/letter.ts'

export const contactLetter = (message: { name: string; email: string; text: string }): Letter => ({
  subject: `Message from ${showName(message.name)}`,
  greeting: `${nameInText(message.name)} <${message.email}> wrote:`,
  paragraphs: [message.text],
})
