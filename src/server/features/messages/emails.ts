import { displayName, isolateName } from '#domain/display-names.ts'
import type { EmailContent } from '../../adapters/email/template.ts'

export const contactMessageEmail = (message: { name: string; email: string; text: string }): EmailContent => ({
  subject: `Message from ${displayName(message.name)}`,
  paragraphs: [`${isolateName(message.name)} <${message.email}> wrote:`],
  quote: message.text,
  action: { label: 'Answer by email', url: `mailto:${encodeURIComponent(message.email).replace('%40', '@')}` },
  contact: `Don't reply to this email: write to ${message.email}.`,
})
