import { z } from 'zod'
import { MESSAGE_MAX, SENDER_NAME_MAX } from '#domain/messages.ts'
import { email } from './accounts.ts'
import { endpoint, TEXT_BYTES_MAX } from './endpoint.ts'

export const contactMessage = z.object({
  name: z.string().trim().min(1, 'Enter your name').max(SENDER_NAME_MAX, `Use at most ${SENDER_NAME_MAX} characters`),
  email,
  message: z
    .string()
    .trim()
    .min(10, 'Write a sentence or two')
    .max(MESSAGE_MAX, `Use at most ${MESSAGE_MAX} characters`),
  website: z.string().max(500).default('').meta({ description: 'A spam trap: leave it empty' }),
})

export const messages = {
  sendMessage: endpoint({
    tag: 'messages',
    method: 'POST',
    path: '/contact/message',
    access: 'public',
    limit: 'message',
    summary: 'Send a message to the company; it is stored and emailed',
    body: contactMessage,
    bodyBytesMax: TEXT_BYTES_MAX,
    success: "Your message is on its way. We'll answer by email.",
    errors: [429],
  }),
}
