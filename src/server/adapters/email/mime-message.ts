import { createTransport } from 'nodemailer'
import type { OutgoingEmail } from './transport.ts'

export type Sender = { name: string; address: string }

const writers = {
  windows: createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  unix: createTransport({ streamTransport: true, buffer: true, newline: 'unix' }),
}

/** Creates the MIME message; `host` is the right side of Message-IDs. */
export async function createMimeMessage(
  mail: OutgoingEmail,
  { from, host, newline }: { from: Sender; host: string; newline: keyof typeof writers },
): Promise<Buffer> {
  const { message } = await writers[newline].sendMail({
    from,
    // As an object, because text may contain several addresses.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.id}@${host}>`,
    date: mail.writtenAt,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  if (!Buffer.isBuffer(message)) throw new TypeError('A message is a buffer here')
  return message
}
