// Bodies of multipart/form-data (RFC 7578), of known length.
import { randomUUID } from 'node:crypto'

/** Bytes that are here, or that are read while they are sent. */
export type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>
type Body = { headers: Record<string, string>; body: { bytes: number; content: Pieces } }
export type SentFile = { name: string; bytes: number; open: () => Pieces }

export function fieldsBody(fields: Readonly<Record<string, string>>): Body {
  const boundary = randomUUID()
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const content = Buffer.from(`${parts.join('')}--${boundary}--\r\n`)
  return bodyOf(boundary, content.length, [content])
}

/** `name` has no characters that need escaping. The content rejects when the file has another length than it says. */
export function fileBody(field: string, { name, bytes, open }: SentFile): Body {
  const boundary = randomUUID()
  const head = Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n` +
      'content-type: application/octet-stream\r\n\r\n',
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const content = async function* () {
    yield head
    let sent = 0
    for await (const piece of open()) {
      sent += piece.length
      if (sent > bytes) break
      yield piece
    }
    if (sent !== bytes) throw new Error(`${name} has another length than the ${bytes} bytes that it should have`)
    yield tail
  }
  return bodyOf(boundary, head.length + bytes + tail.length, content())
}

const bodyOf = (boundary: string, bytes: number, content: Pieces): Body => ({
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  body: { bytes, content },
})
