import crc32 from 'crc-32'
import { MiB, seconds } from '#domain/units.ts'
import { partEtag } from '#domain/uploads.ts'
import { CallError } from './call-error.ts'

const CHUNK_BYTES = MiB(1)
const RESPONSE_TIMEOUT_MS = seconds(60)

/** The stored bytes of a part, from its first byte on, and their ETag. */
export type ArrivedBytes = { size: number; etag: string | undefined; isComplete: boolean }

/** What must be stored of a part before the rest is sent. `etag` is absent if nothing is stored. */
export type SendFrom = { size: number; etag?: string }
const NOTHING: SendFrom = { size: 0 }

export type PutInput = {
  url: string
  /** The bytes to send: the rest of a part that is resumed. */
  body: Blob
  /** Absent if the part replaces what is stored. */
  from: SendFrom | undefined
  signal: AbortSignal
  onSent: (bytes: number) => void
}

export type PartCalls = {
  /** Sends a part, or the rest of it. Resolves to the ETag header, if there is one. */
  put: (input: PutInput) => Promise<string | null>
  /** Requests the stored size of a part. The server aborts a connection that still sends it. */
  fetchArrived: (input: { url: string; signal: AbortSignal }) => Promise<ArrivedBytes>
}
type Sending = {
  url: string
  /** The whole part. */
  body: Blob
  /** Whether some bytes of it are stored; undefined when the server accepts whole parts only. */
  hasStarted: boolean | undefined
  signal: AbortSignal
  onSent: (bytes: number, from: number) => void
}

/** Sends the bytes of a part that the server does not have. Resolves to the ETag of the whole part. */
export async function sendRest(
  { put, fetchArrived: arrivedOf }: PartCalls,
  { url, body, hasStarted, signal, onSent }: Sending,
): Promise<string | undefined> {
  const start = hasStarted
    ? await findStart({ url, body, signal }, arrivedOf)
    : { from: hasStarted === false ? NOTHING : undefined }
  if ('whole' in start) return start.whole
  const { from } = start
  const at = from?.size ?? 0
  onSent(0, at)
  const rest = body.slice(at, body.size, body.type)
  return bareEtag(await put({ url, body: rest, from, signal, onSent: (bytes) => onSent(bytes, at) }))
}

type Start = { from: SendFrom | undefined } | { whole: string }

async function findStart(
  { url, body, signal }: Pick<Sending, 'url' | 'body' | 'signal'>,
  arrivedOf: PartCalls['fetchArrived'],
): Promise<Start> {
  const { size, etag, isComplete } = await arrivedOf({ url, signal })
  if (size === 0) return { from: NOTHING }
  const ours = size > body.size ? undefined : await etagOf(body.slice(0, size), signal)
  // The stored bytes are different and will be replaced.
  if (ours === undefined || ours !== etag) return { from: undefined }
  return isComplete ? { whole: ours } : { from: { size, etag: ours } }
}

/** The ETag of these bytes in the embedded store. */
async function etagOf(bytes: Blob, signal: AbortSignal): Promise<string> {
  let crc = 0
  for (let at = 0; at < bytes.size; at += CHUNK_BYTES) {
    signal.throwIfAborted()
    const chunk = await bytes.slice(at, at + CHUNK_BYTES).arrayBuffer()
    crc = crc32.buf(new Uint8Array(chunk), crc)
  }
  return partEtag({ crc: crc >>> 0, size: bytes.size })
}

/**
 * The request for a part; without `from` it replaces what is stored. The headers are those of
 * draft-ietf-httpbis-resumable-upload.
 */
export function requestFor(from: SendFrom | undefined): { method: 'PUT' | 'PATCH'; headers: Record<string, string> } {
  if (!from) return { method: 'PUT', headers: {} }
  // Browsers repeat some requests on their own; the repetition must not replace a part that has arrived.
  if (from.etag === undefined) return { method: 'PUT', headers: { 'If-None-Match': '*' } }
  const headers = {
    'Content-Type': 'application/partial-upload',
    'Upload-Offset': String(from.size),
    'Upload-Complete': '?1',
    'If-Match': `"${from.etag}"`,
  }
  return { method: 'PATCH', headers }
}

/** Requests the stored size of the part. @throws CallError */
export async function fetchArrived({ url, signal }: { url: string; signal: AbortSignal }): Promise<ArrivedBytes> {
  const ends = AbortSignal.any([signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)])
  const response = await fetch(url, { method: 'HEAD', cache: 'no-store', signal: ends }).catch(() => {
    signal.throwIfAborted()
    throw new CallError(0)
  })
  if (!response.ok) throw new CallError(response.status, '', Number(response.headers.get('retry-after')) || undefined)
  return {
    size: Number(response.headers.get('upload-offset')),
    etag: bareEtag(response.headers.get('etag')),
    isComplete: response.headers.get('upload-complete') === '?1',
  }
}

export const bareEtag = (header: string | null): string | undefined =>
  header?.trim().replace(/^"(.*)"$/, '$1') || undefined
