/** A failed call. `status` is 0 when there was no response. The message is the server's own, or empty. */
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
