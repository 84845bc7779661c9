import crc32 from 'crc-32'
import { MiB, seconds } from '#domain/units.ts'
import { partEtag } from '#domain/uploads.ts'
import { CallError } from './call-error.ts'

const PIECE_BYTES = MiB(1)
const ANSWER_MS = seconds(60)

/** What the server has of a part: so many bytes from its first one on, under their ETag. */
export type ArrivedBytes = { size: number; etag: string | undefined; isWhole: boolean }

/** What the server must have of a part before the rest is sent; bytes have an ETag. */
export type SendFrom = { size: number; etag?: string }
const NOTHING: SendFrom = { size: 0 }

export type PutInput = {
  url: string
  /** What is to be sent: of a part that goes on, the rest. */
  body: Blob
  /** Without it the part replaces what is there. */
  from: SendFrom | undefined
  signal: AbortSignal
  onSent: (bytes: number) => void
}

type Calls = {
  put: (input: PutInput) => Promise<string | null>
  fetchArrived: (input: { url: string; signal: AbortSignal }) => Promise<ArrivedBytes>
}
type Sending = {
  url: string
  /** The whole part. */
  body: Blob
  /** Whether the server has said that some of it has come in; undefined when it takes whole parts only. */
  isBegun: boolean | undefined
  signal: AbortSignal
  onSent: (bytes: number, from: number) => void
}

/** Sends what the server does not have of a part, and answers the ETag of the whole. */
export async function sendRest(
  { put, fetchArrived: ask }: Calls,
  { url, body, isBegun, signal, onSent }: Sending,
): Promise<string | undefined> {
  const start = isBegun
    ? await findStart({ url, body, signal }, ask)
    : { from: isBegun === false ? NOTHING : undefined }
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
  ask: Calls['fetchArrived'],
): Promise<Start> {
  const { size, etag, isWhole } = await ask({ url, signal })
  if (size === 0) return { from: NOTHING }
  const ours = size > body.size ? undefined : await etagOf(body.slice(0, size), signal)
  // Other bytes are there: they are replaced.
  if (ours === undefined || ours !== etag) return { from: undefined }
  return isWhole ? { whole: ours } : { from: { size, etag: ours } }
}

/** The ETag of these bytes in the embedded store. */
async function etagOf(bytes: Blob, signal: AbortSignal): Promise<string> {
  let crc = 0
  for (let at = 0; at < bytes.size; at += PIECE_BYTES) {
    signal.throwIfAborted()
    const piece = await bytes.slice(at, at + PIECE_BYTES).arrayBuffer()
    crc = crc32.buf(new Uint8Array(piece), crc)
  }
  return partEtag({ crc: crc >>> 0, size: bytes.size })
}

/** How a part goes to the server; without `from` it replaces what is there. The fields are those of draft-ietf-httpbis-resumable-upload. */
export function requestFor(from: SendFrom | undefined): { method: 'PUT' | 'PATCH'; headers: Record<string, string> } {
  if (!from) return { method: 'PUT', headers: {} }
  // A browser repeats a request of its own accord: of a part that is there by then nothing shall be replaced.
  if (from.etag === undefined) return { method: 'PUT', headers: { 'If-None-Match': '*' } }
  const headers = {
    'Content-Type': 'application/partial-upload',
    'Upload-Offset': String(from.size),
    'Upload-Complete': '?1',
    'If-Match': `"${from.etag}"`,
  }
  return { method: 'PATCH', headers }
}

/** Asks the server how much it has of the part. @throws CallError */
export async function fetchArrived({ url, signal }: { url: string; signal: AbortSignal }): Promise<ArrivedBytes> {
  const ends = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)])
  const answer = await fetch(url, { method: 'HEAD', cache: 'no-store', signal: ends }).catch(() => {
    signal.throwIfAborted()
    throw new CallError(0)
  })
  if (!answer.ok) throw new CallError(answer.status, '', Number(answer.headers.get('retry-after')) || undefined)
  return {
    size: Number(answer.headers.get('upload-offset')),
    etag: bareEtag(answer.headers.get('etag')),
    isWhole: answer.headers.get('upload-complete') === '?1',
  }
}

export const bareEtag = (header: string | null): string | undefined =>
  header?.trim().replace(/^"(.*)"$/, '$1') || undefined
