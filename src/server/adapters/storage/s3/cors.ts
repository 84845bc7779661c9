import { randomUUID } from 'node:crypto'
import { minutes } from '#domain/units.ts'
import type { Storage } from '../storage.ts'

/** Sends a part of one byte, and asks to read a range, as a page of this origin would. Returns what a browser would reject in the responses. */
export async function findCorsProblem(
  storage: Storage,
  { origin, now }: { origin: string; now: () => Date },
): Promise<string | undefined> {
  const key = `cors-check/${randomUUID()}/${now().getTime()}-check`
  const { uploadId } = await storage.openUpload({ key })
  try {
    const limits = { maxBytes: 1, bytes: 1, expiresAt: new Date(now().getTime() + minutes(1)) }
    const url = await storage.signPart({ key, uploadId, partNumber: 1, ...limits })
    return (
      preflightProblem(await preflight(url, origin, SENDS), origin, SENDS) ??
      responseProblem(await sendByte(url, origin), origin) ??
      preflightProblem(await preflight(url, origin, READS), origin, READS)
    )
  } finally {
    await storage.discard({ key, uploadId })
  }
}

type Use = { method: string; header: string; what: string }
const SENDS: Use = { method: 'PUT', header: 'Content-Type', what: 'send parts' }
/** Some browsers ask before they send Range. */
const READS: Use = { method: 'GET', header: 'Range', what: 'read maps' }

const preflight = (url: string, origin: string, { method, header }: Use): Promise<Response> =>
  fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': header.toLowerCase(),
    },
  })

const sendByte = (url: string, origin: string): Promise<Response> =>
  fetch(url, { method: 'PUT', headers: { origin, 'content-type': 'application/octet-stream' }, body: '0' })

function preflightProblem(response: Response, origin: string, { method, header, what }: Use): string | undefined {
  if (!response.ok || !allowsOrigin(response, origin))
    return `The bucket has no CORS rule that lets pages of ${origin} ${what} (${method})`
  if (!names(response, 'access-control-allow-methods', method.toLowerCase()))
    return `The bucket's CORS rule for ${origin} does not allow ${method}`
  if (!names(response, 'access-control-allow-headers', header.toLowerCase()))
    return `The bucket's CORS rule for ${origin} does not allow the header ${header}`
  return undefined
}

function responseProblem(response: Response, origin: string): string | undefined {
  if (!response.ok) return `The bucket refused a part (${response.status})`
  if (!allowsOrigin(response, origin)) return `The bucket hides its answers from pages of ${origin}`
  if (!names(response, 'access-control-expose-headers', 'etag'))
    return `The bucket's CORS rule for ${origin} does not expose the header ETag`
  return undefined
}

const allowsOrigin = ({ headers }: Response, origin: string): boolean =>
  [origin, '*'].includes(headers.get('access-control-allow-origin') ?? '')

const names = ({ headers }: Response, list: string, name: string): boolean =>
  (headers.get(list) ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .some((one) => one === name || one === '*')
