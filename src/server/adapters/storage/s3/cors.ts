import { randomUUID } from 'node:crypto'
import { minutes } from '#domain/units.ts'
import type { Storage } from '../storage.ts'

/** Sends a part of one byte as a page of this origin would, and says in what the bucket's answers fail a browser. */
export async function findCorsProblem(
  storage: Storage,
  { origin, now }: { origin: string; now: () => Date },
): Promise<string | undefined> {
  const key = `cors-check/${randomUUID()}/${now().getTime()}-check`
  const { uploadId } = await storage.openUpload({ key })
  try {
    const limits = { maxBytes: 1, bytes: 1, expiresAt: new Date(now().getTime() + minutes(1)) }
    const url = await storage.signPart({ key, uploadId, partNumber: 1, ...limits })
    return whyRefused(await preflight(url, origin), origin) ?? whyHidden(await sendByte(url, origin), origin)
  } finally {
    await storage.discard({ key, uploadId })
  }
}

const preflight = (url: string, origin: string): Promise<Response> =>
  fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type',
    },
  })

const sendByte = (url: string, origin: string): Promise<Response> =>
  fetch(url, { method: 'PUT', headers: { origin, 'content-type': 'application/octet-stream' }, body: '0' })

function whyRefused(answer: Response, origin: string): string | undefined {
  if (!answer.ok || !allowsOrigin(answer, origin))
    return `The bucket has no CORS rule that lets pages of ${origin} send parts (PUT)`
  if (!names(answer, 'access-control-allow-methods', 'put'))
    return `The bucket's CORS rule for ${origin} does not allow PUT`
  if (!names(answer, 'access-control-allow-headers', 'content-type'))
    return `The bucket's CORS rule for ${origin} does not allow the header Content-Type`
  return undefined
}

function whyHidden(answer: Response, origin: string): string | undefined {
  if (!answer.ok) return `The bucket refused a part (${answer.status})`
  if (!allowsOrigin(answer, origin)) return `The bucket hides its answers from pages of ${origin}`
  if (!names(answer, 'access-control-expose-headers', 'etag'))
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
