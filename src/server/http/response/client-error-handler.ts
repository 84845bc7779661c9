import type { Socket } from 'node:net'

const RESPONSES: Record<string, [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The call took too long'],
}

/** Answers bytes that are not valid HTTP, and closes the connection. There is no request object yet. */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (socket.writable && error.code !== 'ECONNRESET') {
    const [status, message] = RESPONSES[error.code ?? ''] ?? ['400 Bad Request', 'The call is not valid']
    const body = JSON.stringify({ statusCode: Number.parseInt(status, 10), message })
    const head = [
      `HTTP/1.1 ${status}`,
      'connection: close',
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'x-content-type-options: nosniff',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
  socket.destroy(error)
}
