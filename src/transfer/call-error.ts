/** A call that did not do. `status` is that of the answer, 0 when none came; the message is the server's own, or empty. */
export class CallError extends Error {
  readonly status: number
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, message = '', retryAfterSeconds?: number) {
    super(message)
    this.name = 'CallError'
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
  }
}
