import type { UploadSlots } from '#contract/uploads.ts'
import { type PartReceipt, partCount, partRange } from '#domain/uploads.ts'
import { type Observable, observable } from './observable.ts'

export type UploadState = 'ready' | 'uploading' | 'completed' | 'error'
export type PartState = 'pending' | 'uploading' | 'uploaded' | 'error'
/** An upload that the server has opened and not yet closed. */
export type UploadRef = { id: string; uploadId: string }

export type UploadSnapshot = {
  state: UploadState
  /** State of part n at index n - 1; empty until the server has said how large a part is. */
  parts: readonly PartState[]
  sentBytes: number
  totalBytes: number
  /** Why the last try failed. */
  reason?: string
  open?: UploadRef
}

export type StartInput = { file: File; open: UploadRef | undefined; totalChunks: number; signal: AbortSignal }

export type UploadCalls = {
  /** Asks for slots: of a new upload, or those still missing of an open one. */
  start(input: StartInput): Promise<UploadSlots>
  /** Sends one part and answers its ETag header, if there was one. */
  put(input: { url: string; body: Blob; signal: AbortSignal; onSent: (bytes: number) => void }): Promise<string | null>
  complete(input: UploadRef & { receipts: PartReceipt[]; signal: AbortSignal }): Promise<void>
}

/** The upload of one file: its parts go in order, one at a time, and never twice once they have arrived. */
export type UploadEngine = Observable<UploadSnapshot> & {
  readonly file: File
  /** Does nothing while the upload runs or when it is complete. Settles when the try is over; never rejects. */
  start: () => Promise<void>
  /** Resets a failed upload to ready and starts it again under the id it already has. */
  retry: () => Promise<void>
  /** Stops at once; what has arrived stays on the server until the upload is abandoned. */
  cancel: () => void
}

/** `open` is an upload that was opened earlier, here or elsewhere, and goes on now. */
export function createUploadEngine(calls: UploadCalls, file: File, open?: UploadRef): UploadEngine {
  const transfer = new Transfer(calls, file, open)
  const store = observable<UploadSnapshot>(transfer.snapshot('ready'))
  let stop: AbortController | undefined

  const attempt = async (fallback: string) => {
    if (store.getSnapshot().state !== 'ready') return
    const { signal } = (stop = new AbortController())
    const show = () => {
      if (!signal.aborted) store.set(transfer.snapshot('uploading'))
    }
    show()
    try {
      await transfer.run(signal, show)
      if (!signal.aborted) store.set(transfer.snapshot('completed'))
    } catch (error) {
      if (!signal.aborted) store.set({ ...transfer.snapshot('error'), reason: reasonOf(error, fallback) })
    }
  }

  return {
    ...store,
    file,
    start: () => attempt('Upload failed'),
    async retry() {
      if (store.getSnapshot().state !== 'error') return
      store.set(transfer.snapshot('ready'))
      await attempt('Retry failed')
    },
    cancel() {
      if (store.getSnapshot().state !== 'uploading') return
      stop?.abort()
      transfer.forgetPartInFlight()
      store.set(transfer.snapshot('ready'))
    },
  }
}

/** What is known of one file's way to the server; it outlives a failed try. */
class Transfer {
  private open: UploadRef | undefined
  private partSize = 0
  private parts: PartState[] = []
  private inFlight = 0
  private readonly receipts = new Map<number, string>()
  private readonly calls: UploadCalls
  private readonly file: File

  constructor(calls: UploadCalls, file: File, open: UploadRef | undefined) {
    this.calls = calls
    this.file = file
    this.open = open
  }

  snapshot(state: UploadState): UploadSnapshot {
    const there = this.parts.reduce((sum, part, index) => sum + (part === 'uploaded' ? this.sizeOf(index + 1) : 0), 0)
    return {
      state,
      parts: [...this.parts],
      sentBytes: there + this.inFlight,
      totalBytes: this.file.size,
      ...(this.open ? { open: this.open } : {}),
    }
  }

  async run(signal: AbortSignal, show: () => void): Promise<void> {
    // The answer to an earlier completion may have been lost on the way; completing twice is harmless.
    if (this.open && this.isWhole() && (await this.complete(signal).then(yes, no))) return
    const urls = await this.askForSlots(signal)
    show()
    for (let part = 1; part <= this.parts.length; part += 1) {
      const url = urls[part]
      if (url !== undefined && !this.receipts.has(part)) await this.sendPart({ part, url, signal, show })
    }
    await this.complete(signal)
  }

  forgetPartInFlight(): void {
    this.inFlight = 0
    this.parts = this.parts.map((part) => (part === 'uploading' ? 'pending' : part))
  }

  private async askForSlots(signal: AbortSignal): Promise<Record<string, string>> {
    const { file } = this
    const slots = await this.calls
      .start({ file, open: this.open, totalChunks: partCount(file.size), signal })
      .catch(failWith('Failed to get presigned URL'))
    signal.throwIfAborted()
    this.open = { id: slots.id, uploadId: slots.preSignedUrl.uploadId }
    this.partSize = slots.partSize
    this.parts = Array.from({ length: partCount(file.size, slots.partSize) }, () => 'pending' as const)
    this.receipts.clear()
    for (const { partNumber, etag, size } of slots.received) {
      if (size !== this.sizeOf(partNumber))
        throw new UploadFault('What was uploaded earlier does not belong to this file')
      this.noteArrival(partNumber, etag)
    }
    const urls = slots.preSignedUrl.preSignedUrls
    if (this.parts.some((_, index) => !this.receipts.has(index + 1) && !urls[index + 1]))
      throw new UploadFault('Not enough presigned URLs for all file parts')
    return urls
  }

  private async sendPart(input: { part: number; url: string; signal: AbortSignal; show: () => void }): Promise<void> {
    const { part, url, signal, show } = input
    const { start, end } = partRange(part, this.file.size, this.partSize)
    this.parts[part - 1] = 'uploading'
    show()
    const onSent = (bytes: number) => {
      if (signal.aborted || this.parts[part - 1] !== 'uploading') return
      this.inFlight = Math.max(this.inFlight, Math.min(bytes, end - start))
      show()
    }
    try {
      const body = this.file.slice(start, end, this.file.type)
      const header = await this.calls.put({ url, body, signal, onSent }).catch(() => {
        throw new UploadFault(`Failed to upload part ${part}`)
      })
      signal.throwIfAborted()
      const etag = header?.trim().replace(/^"(.*)"$/, '$1')
      if (!etag) throw new UploadFault(`No valid ETag received for part ${part}`)
      this.inFlight = 0
      this.noteArrival(part, etag)
      show()
    } catch (error) {
      if (!signal.aborted) this.noteFailure(part)
      throw error
    }
  }

  private complete(signal: AbortSignal): Promise<void> {
    if (!this.open) throw new UploadFault('Failed to complete upload')
    const receipts = [...this.receipts].map(([partNumber, etag]) => ({ partNumber, etag }))
    const fallback = this.parts.length > 1 ? 'Failed to complete multipart upload' : 'Failed to complete upload'
    receipts.sort((a, b) => a.partNumber - b.partNumber)
    return this.calls.complete({ ...this.open, receipts, signal }).catch(failWith(fallback))
  }

  private noteArrival(part: number, etag: string): void {
    this.parts[part - 1] = 'uploaded'
    this.receipts.set(part, etag)
  }

  private noteFailure(part: number): void {
    this.inFlight = 0
    this.parts[part - 1] = 'error'
  }

  private isWhole(): boolean {
    return this.parts.length > 0 && this.parts.every((part) => part === 'uploaded')
  }

  private sizeOf(part: number): number {
    const { start, end } = partRange(part, this.file.size, this.partSize)
    return end - start
  }
}

const yes = () => true
const no = () => false

/** A failure in words for people; what else goes wrong is told in fixed words, not in those of the machine. */
class UploadFault extends Error {}

const reasonOf = (error: unknown, fallback: string): string => (error instanceof UploadFault ? error.message : fallback)

const failWith = (fallback: string) => (error: unknown) => {
  throw new UploadFault((error instanceof Error && error.message) || fallback, { cause: error })
}
