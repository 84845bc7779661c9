import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { KiB } from '#domain/units.ts'
import { CallError } from '#transfer/call-error.ts'
import { IDLE_TIMEOUT_MS } from '#transfer/retry-policy.ts'
import { requestFor } from '#transfer/send-rest.ts'
import type { UploadCalls } from '#transfer/transfer.ts'
import { retryAfterSeconds } from './send.ts'

const CHUNK_BYTES = KiB(256)

/** Sends a part in chunks. Aborts when the connection accepts no byte, or sends no response, for 90 s. */
export const putPart: UploadCalls['put'] = async ({ url, body, from, signal, onSent }) => {
  signal.throwIfAborted()
  const { method, headers } = requestFor(from)
  const request = (url.startsWith('https:') ? requestHttps : requestHttp)(url, {
    method,
    headers: { 'Content-Type': body.type || 'application/octet-stream', ...headers, 'Content-Length': body.size },
    signal,
    timeout: IDLE_TIMEOUT_MS,
  })
  request.once('timeout', () => request.destroy())
  const answered = responseTo(request)
  try {
    // A server may reject a part before it has read all of it, so the response may come first.
    await Promise.race([sendChunks(request, { body, onSent }), answered])
    return etagOf(await answered)
  } catch (error) {
    request.destroy()
    signal.throwIfAborted()
    throw error
  }
}

const responseTo = (request: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.once('response', resolve)
    request.once('close', () => reject(new CallError(0)))
    request.on('error', () => reject(new CallError(0)))
  })

type Sending = Pick<Parameters<UploadCalls['put']>[0], 'body' | 'onSent'>

async function sendChunks(request: ClientRequest, { body, onSent }: Sending): Promise<void> {
  for (let at = 0; at < body.size && !request.destroyed; ) {
    const chunk = new Uint8Array(await body.slice(at, at + CHUNK_BYTES).arrayBuffer())
    await new Promise<void>((resolve, reject) => {
      request.write(chunk, (error) => (error ? reject(new CallError(0)) : resolve()))
    })
    at += chunk.length
    onSent(at)
  }
  request.end()
}

function etagOf(response: IncomingMessage): string | null {
  const { statusCode = 0, headers } = response
  response.resume()
  if (statusCode < 200 || statusCode >= 300)
    throw new CallError(statusCode, '', retryAfterSeconds(headers['retry-after']))
  return headers.etag ?? null
}
