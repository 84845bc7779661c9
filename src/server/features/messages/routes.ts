import type { Handlers } from '../../handler.ts'
import { sendMessage } from './send-message.ts'

export const messageHandlers = {
  sendMessage: ({ deps, caller, body }) => sendMessage(deps, caller, body),
} satisfies Partial<Handlers>
