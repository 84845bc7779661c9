import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { KiB } from '#domain/units.ts'
import { CallError } from '#transfer/call-error.ts'
import { SILENCE_MS } from '#transfer/retry-policy.ts'
import { requestFor } from '#transfer/send-rest.ts'
import type { UploadCalls } from '#transfer/transfer.ts'
import { retryAfterSeconds } from './send.ts'

const PIECE_BYTES = KiB(256)

/** Sends a part piece by piece. A connection that takes no byte for 90 s, or owes its answer that long, is given up. */
export const putPart: UploadCalls['put'] = async ({ url, body, from, signal, onSent }) => {
  signal.throwIfAborted()
  const { method, headers } = requestFor(from)
  const request = (url.startsWith('https:') ? requestHttps : requestHttp)(url, {
    method,
    headers: { 'Content-Type': body.type || 'application/octet-stream', ...headers, 'Content-Length': body.size },
    signal,
    timeout: SILENCE_MS,
  })
  request.once('timeout', () => request.destroy())
  const answered = answerTo(request)
  try {
    // Who refuses a part need not read it to its end, so the answer may come first.
    await Promise.race([sendPieces(request, { body, onSent }), answered])
    return etagOf(await answered)
  } catch (error) {
    request.destroy()
    signal.throwIfAborted()
    throw error
  }
}

const answerTo = (request: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.once('response', resolve)
    request.once('close', () => reject(new CallError(0)))
    request.on('error', () => reject(new CallError(0)))
  })

type Sending = Pick<Parameters<UploadCalls['put']>[0], 'body' | 'onSent'>

async function sendPieces(request: ClientRequest, { body, onSent }: Sending): Promise<void> {
  for (let at = 0; at < body.size && !request.destroyed; ) {
    const piece = new Uint8Array(await body.slice(at, at + PIECE_BYTES).arrayBuffer())
    await new Promise<void>((resolve, reject) => {
      request.write(piece, (error) => (error ? reject(new CallError(0)) : resolve()))
    })
    at += piece.length
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
