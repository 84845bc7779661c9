import { createTransport } from 'nodemailer'
import { brand } from '#domain/brand.ts'
import type { OutgoingEmail } from './transport.ts'

export type Sender = { name: string; address: string }

const transports = {
  windows: createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  unix: createTransport({ streamTransport: true, buffer: true, newline: 'unix' }),
}

/** Creates the MIME message; `host` is the right side of Message-IDs. */
export async function createMimeMessage(
  email: OutgoingEmail,
  { from, host, newline }: { from: Sender; host: string; newline: keyof typeof transports },
): Promise<Buffer> {
  const { message } = await transports[newline].sendMail({
    from,
    // As an object, because text may contain several addresses.
    to: { name: '', address: email.to },
    replyTo: { name: brand.name, address: brand.contactEmail },
    subject: email.subject,
    text: email.text,
    html: email.html,
    messageId: `<${email.id}@${host}>`,
    date: email.writtenAt,
    attachments: email.pictures.map(({ fileName, content }) => ({
      filename: fileName,
      content: Buffer.from(content),
      contentType: 'image/jpeg',
      contentDisposition: 'inline',
    })),
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  if (!Buffer.isBuffer(message)) throw new TypeError('Expected a buffer')
  return message
}
