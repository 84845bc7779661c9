import { contactMessage } from '#contract/messages.ts'
import { ApiError, call } from '#web/lib/api.ts'

export type ContactErrors = { fields: Partial<Record<string, string>>; whole?: string }

/** Sends the contact form. Returns its errors, or undefined on success. Loaded with the first submit. */
export async function sendContactMessage(values: FormData): Promise<ContactErrors | undefined> {
  const parsed = contactMessage.safeParse(Object.fromEntries(values))
  if (!parsed.success)
    return toErrors(parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })))
  try {
    await call('sendMessage', { body: parsed.data })
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.errors.length > 0) return toErrors(error.errors)
    return { fields: {}, whole: messageOf(error) }
  }
}

const toErrors = (errors: readonly { field: string; message: string }[]): ContactErrors => ({
  fields: Object.fromEntries(errors.map(({ field, message }) => [field, message])),
})

function messageOf({ status, serverMessage, requestId }: ApiError): string {
  if (status === 0)
    return "We couldn't reach the server, so nothing was sent. Your text is still here; please try again."
  const text = serverMessage ?? 'Sending your message failed.'
  return requestId === undefined ? text : `${text} (request ${requestId})`
}
