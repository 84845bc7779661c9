/** A part that a screen sends to the file store. */
export type SentPart = { url: string; body: Blob; headers: Record<string, string> }
export type TakePart = (part: SentPart) => Response | Promise<Response>

/** What the store of these tests says of a part: any text will do, but for its size. */
export const etagOf = ({ body }: SentPart): string => `00000000-${body.size.toString(16)}`
export const stored: TakePart = (part) => new Response('', { headers: { ETag: `"${etagOf(part)}"` } })

let take: TakePart | undefined
let sent: SentPart[] = []

/** The way of parts: they are sent by XMLHttpRequest, whose progress screens show. */
export const parts = {
  /** What the store says to each part. A rejection is a lost connection. */
  taken: (by: TakePart): void => {
    take = by
  },
  sent: (): readonly SentPart[] => sent,
  reset: (): void => {
    take = undefined
    sent = []
  },
}

/** Takes the place of XMLHttpRequest. */
export class PartRequest extends EventTarget {
  readonly upload = new EventTarget()
  status = 0
  private url = ''
  private readonly headers: Record<string, string> = {}
  private answered: Headers | undefined
  private isAborted = false

  open(_method: string, url: string): void {
    this.url = url
  }

  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value
  }

  getResponseHeader(name: string): string | null {
    return this.answered?.get(name) ?? null
  }

  abort(): void {
    this.isAborted = true
    this.end('abort')
  }

  send(body: Blob): void {
    const part = { url: this.url, body, headers: this.headers }
    sent.push(part)
    void this.answer(part)
  }

  private async answer(part: SentPart): Promise<void> {
    try {
      if (!take) throw new Error('The test says nothing about parts')
      const response = await take(part)
      this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded: part.body.size }))
      this.status = response.status
      this.answered = response.headers
      if (!this.isAborted) this.end('load')
    } catch {
      if (!this.isAborted) this.end('error')
    }
  }

  private end(how: 'load' | 'error' | 'abort'): void {
    this.dispatchEvent(new Event(how))
    this.dispatchEvent(new Event('loadend'))
  }
}
