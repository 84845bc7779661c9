import { lookup } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { seconds } from '#domain/units.ts'
import { isPublic } from './public-addresses.ts'

/** For all of it: a receiver answers at once, and works later. */
const TIMEOUT_MS = seconds(10)

/** Why something couldn't be posted, for people. */
export class NotPosted extends Error {}

type Posted = { url: string; headers: Record<string, string>; body: string; onlyPublic: boolean }

/**
 * Posts a text, and returns the status of the answer, whose body is not read. It follows no redirect. Which address a name has is
 * asked once, and that address is checked and connected to. @throws NotPosted
 */
export function post({ url, headers, body, onlyPublic }: Posted): Promise<number> {
  const { hostname, protocol } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (onlyPublic && isIP(host) !== 0 && !isPublic(host)) return Promise.reject(new NotPosted(PRIVATE))
  const request = protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        agent: false,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        ...(onlyPublic && { lookup: lookUpPublic }),
      },
      (response) => {
        resolve(response.statusCode ?? 0)
        response.destroy()
      },
    )
    sent.on('error', (error) => reject(explained(error)))
    sent.end(body)
  })
}

const PRIVATE = 'This address is of a private network, to which nothing is sent'

/** A name may have several addresses; one that isn't public is not connected to. */
const lookUpPublic: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const found = addresses?.find(({ address }) => isPublic(address))
    if (error || !found) return callback(error ?? new NotPosted(PRIVATE), '', 0)
    if (options.all) callback(null, [found])
    else callback(null, found.address, found.family)
  })

function explained(error: Error & { code?: string }): NotPosted {
  if (error instanceof NotPosted) return error
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return new NotPosted('It did not answer within 10 seconds')
  return new NotPosted(WORDS[error.code ?? ''] ?? `It could not be reached (${error.code ?? error.name})`)
}

const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'There is no such host',
  ECONNREFUSED: 'It refuses connections',
  ECONNRESET: 'It closed the connection',
}
