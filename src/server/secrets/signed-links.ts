import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '#domain/errors.ts'

/** What links are for, and their first path segment below PUBLIC_URL. The key follows, each of its segments URL-encoded. */
type Purpose = 'storage' | 'downloads'

type SignedRequest = { method: 'PUT' | 'GET'; key: string; values: Record<string, string> }
export type Signing = ReturnType<typeof openSigning>

const invalidLink = (): AppError => new AppError('forbidden', 'This link is not valid or has expired')

const encodeKey = (key: string): string => key.split('/').map(encodeURIComponent).join('/')

function decodeKey(path: string, purpose: Purpose): string {
  const start = `/${purpose}/`
  if (!path.startsWith(start)) throw invalidLink()
  const segments = path.slice(start.length).split('/').map(decodeSegment)
  // An encoded slash would give one key two URLs.
  if (segments.some((segment) => segment.includes('/'))) throw invalidLink()
  return segments.join('/')
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw invalidLink()
  }
}

export function openSigning({
  purpose,
  publicUrl,
  signingKey,
  now,
}: {
  purpose: Purpose
  publicUrl: string
  signingKey: Uint8Array
  now: () => Date
}) {
  // Every value of the query is signed, known or not, so that nothing can be added, repeated or left out.
  const signatureOf = (method: string, key: string, query: URLSearchParams): string =>
    createHmac('sha256', signingKey)
      .update(JSON.stringify([purpose, method, key, ...query]))
      .digest('base64url')

  return {
    sign({ method, key, values, expiresAt }: SignedRequest & { expiresAt: Date }): string {
      const query = new URLSearchParams({ ...values, expires: String(expiresAt.getTime()) })
      query.sort()
      query.append('signature', signatureOf(method, key, query))
      return `${publicUrl}/${purpose}/${encodeKey(key)}?${query.toString()}`
    },

    /** What the URL grants. @throws AppError 'forbidden' when it was not signed here for this method, was changed, or has expired. */
    verify({ method, url }: Pick<SignedRequest, 'method'> & { url: string }): Omit<SignedRequest, 'method'> {
      const cut = url.indexOf('?')
      if (cut < 0) throw invalidLink()
      const key = decodeKey(url.slice(0, cut), purpose)
      const query = new URLSearchParams(url.slice(cut))
      const signatures = query.getAll('signature')
      query.delete('signature')
      query.sort()
      const expected = Buffer.from(signatureOf(method, key, query))
      const given = Buffer.from(signatures.join())
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw invalidLink()
      const { expires, ...values } = Object.fromEntries(query)
      if (Number(expires) <= now().getTime()) throw invalidLink()
      return { key, values }
    },
  }
}
