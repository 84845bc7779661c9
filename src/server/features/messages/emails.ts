import { displayName, isolateName } from '#domain/display-names.ts'
import type { EmailContent } from '../../adapters/email/template.ts'

export const contactMessageEmail = (message: { name: string; email: string; text: string }): EmailContent => ({
  subject: `Message from ${displayName(message.name)}`,
  greeting: `${isolateName(message.name)} <${message.email}> wrote:`,
  paragraphs: [message.text],
})
