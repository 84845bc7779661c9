import { lookup } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { MiB } from '#domain/units.ts'
import { isPublic } from './public-addresses.ts'

/** Why a host outside gave no answer, for people. */
export class NotReached extends Error {
  /** It will be so at the next try, too. */
  readonly isFinal: boolean
  constructor(message: string, isFinal = false) {
    super(message)
    this.isFinal = isFinal
  }
}

export type Call = {
  method: 'GET' | 'POST' | 'PUT'
  url: string
  headers: Record<string, string>
  body?: string
  onlyPublic: boolean
  /** For all of it. */
  seconds: number
  /** Of the answer; with 0 its body is not read. */
  bytesMax: number
  signal?: AbortSignal
}
export type Answer = { status: number; contentType: string; text: string }

/** Calls a host that people named. It follows no redirect. Which address a name has is asked once, and that address is checked and connected to. @throws NotReached */
export async function call(asked: Call): Promise<Answer> {
  const { url, onlyPublic, seconds, bytesMax, signal } = asked
  const { hostname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (onlyPublic && isIP(host) !== 0 && !isPublic(host)) throw new NotReached(PRIVATE, true)
  const timeout = AbortSignal.timeout(seconds * 1000)
  const until = signal ? AbortSignal.any([signal, timeout]) : timeout
  try {
    const response = await send(asked, until)
    const answer = { status: response.statusCode ?? 0, contentType: response.headers['content-type'] ?? '' }
    if (bytesMax > 0) return { ...answer, text: await readText(response, bytesMax) }
    response.destroy()
    return { ...answer, text: '' }
  } catch (error) {
    signal?.throwIfAborted()
    if (timeout.aborted) throw new NotReached(`It did not answer within ${seconds} seconds`)
    throw explained(error)
  }
}

const send = ({ method, url, headers, body, onlyPublic }: Call, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = new URL(url).protocol === 'https:' ? requestHttps : requestHttp
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const sent = request(
      url,
      {
        method,
        agent: false,
        signal,
        headers: { ...headers, ...length },
        ...(onlyPublic && { lookup: lookUpPublic }),
      },
      resolve,
    )
    sent.on('error', reject)
    // An answer to another protocol is neither an answer nor an error; after an answer this does nothing.
    sent.on('close', () => reject(new NotReached('It closed the connection')))
    sent.end(body)
  })

async function readText(response: IncomingMessage, bytesMax: number): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > bytesMax) throw new NotReached(`It answered with more than ${bytesMax / MiB(1)} MB at once`, true)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

const PRIVATE = 'This address is of a private network, to which nothing is sent'

/** A name may have several addresses; one that isn't public is not connected to. */
const lookUpPublic: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const found = addresses?.find(({ address }) => isPublic(address))
    if (error || !found) return callback(error ?? new NotReached(PRIVATE, true), '', 0)
    if (options.all) callback(null, [found])
    else callback(null, found.address, found.family)
  })

function explained(error: unknown): NotReached {
  if (error instanceof NotReached) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return new NotReached(WORDS[code] ?? `It could not be reached (${code || String(error)})`)
}

const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'There is no such host',
  ECONNREFUSED: 'It refuses connections',
  ECONNRESET: 'It closed the connection',
}
