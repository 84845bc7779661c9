// One HTTP call of a node: no redirects, a bound for silence, and no token in what it throws.
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Pieces } from './multipart.ts'
import type { FarmNode } from './node-address.ts'

/** The node can't be reached, or its answer is none of its API's: it may be tried again. */
export class NodeUnavailable extends Error {
  override readonly name = 'NodeUnavailable'
}

export type NodeCall = {
  method: 'GET' | 'POST'
  /** Below the address of the node. */
  path: string
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  body?: { bytes: number; content: Pieces }
  signal: AbortSignal
  /** It is ended after so much silence. */
  silenceMs: number
}

/** Its answer, unread. Rejects with NodeUnavailable, the reason of the signal, or what reading the body threw. */
export async function callNode({ url, token }: FarmNode, call: NodeCall): Promise<IncomingMessage> {
  const { method, path, query = {}, headers = {}, body, signal, silenceMs } = call
  signal.throwIfAborted()
  const target = new URL(`${url}${path}`)
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value)
  if (token !== null) target.searchParams.set('token', token)
  const start = target.protocol === 'https:' ? requestHttps : requestHttp
  const source = body ? watch(body.content) : undefined
  try {
    return await new Promise<IncomingMessage>((resolve, reject) => {
      // A connection of its own for each call: one that was kept may be closed while it is used.
      const request = start(target, {
        method,
        agent: false,
        signal,
        headers: { ...headers, ...(method === 'POST' ? { 'content-length': body?.bytes ?? 0 } : {}) },
      })
      request.on('response', resolve).on('error', reject)
      request.setTimeout(silenceMs, () => request.destroy(new Error('it was silent for too long')))
      if (source) pipeline(Readable.from(source.content), request).catch(reject)
      else request.end()
    })
  } catch (error) {
    signal.throwIfAborted()
    throw source?.cause() ?? unavailable(error)
  }
}

/** Tells a failure of what is sent from one of the connection. */
function watch(content: Pieces) {
  let failure: Error | undefined
  return {
    cause: () => failure,
    content: (async function* () {
      try {
        yield* content
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error))
        throw failure
      }
    })(),
  }
}

/** Errors of Node may hold the request with its token, so only their words are kept. */
export function unavailable(error: unknown): NodeUnavailable {
  const { code, message = '' } = error as { code?: string; message?: string }
  return new NodeUnavailable(code ?? message)
}

/** The whole body, at most `bytesMax`. Rejects with NodeUnavailable or the reason of the signal. */
export async function readBody(answer: IncomingMessage, bytesMax: number, signal: AbortSignal): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  try {
    for await (const piece of answer as AsyncIterable<Buffer>) {
      bytes += piece.length
      if (bytes > bytesMax) throw new AnswerTooLong()
      pieces.push(piece)
    }
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof NodeUnavailable ? error : unavailable(error)
  } finally {
    answer.destroy()
  }
  return Buffer.concat(pieces)
}

export class AnswerTooLong extends NodeUnavailable {
  constructor() {
    super('its answer is too long')
  }
}
