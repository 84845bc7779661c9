// What a fake node reads of a form: bodies are small, and wholly in memory.
import type { IncomingMessage } from 'node:http'

type Part = { head: string; content: Buffer }

export const readFields = (request: IncomingMessage, body: Buffer): Record<string, string> =>
  Object.fromEntries(
    partsOf(request, body).map(({ head, content }) => [
      / name="([^"]*)"/.exec(head)?.[1] ?? '',
      content.toString('utf8'),
    ]),
  )

/** The first file of the field `images`. */
export function readFile(request: IncomingMessage, body: Buffer): { name: string; bytes: Buffer } | undefined {
  const part = partsOf(request, body).find(({ head }) => head.includes(' name="images"'))
  const name = /filename="([^"]*)"/.exec(part?.head ?? '')?.[1]
  return part && name !== undefined ? { name, bytes: part.content } : undefined
}

function partsOf(request: IncomingMessage, body: Buffer): Part[] {
  const boundary = /boundary=(.+)$/.exec(request.headers['content-type'] ?? '')?.[1] ?? ''
  const text = body.toString('latin1')
  return text
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const end = part.indexOf('\r\n\r\n')
      return { head: part.slice(0, end), content: Buffer.from(part.slice(end + 4, -2), 'latin1') }
    })
}
