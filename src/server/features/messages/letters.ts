import type { Letter } from '../../adapters/mail/letter.ts'

export const contactLetter = (message: { name: string; email: string; text: string }): Letter => ({
  subject: `Message from ${message.name}`,
  greeting: `${message.name} <${message.email}> wrote:`,
  paragraphs: [message.text],
})
