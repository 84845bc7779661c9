import type { UploadSlots } from '#contract/uploads.ts'
import { nameInText } from '#domain/shown-names.ts'
import { type PartReceipt, partCount, partRange, STORAGE_FULL } from '#domain/uploads.ts'
import { blockDigest } from './block-digest.ts'
import { CallFault } from './call-fault.ts'
import { fingerprint } from './fingerprint.ts'
import { untilAnswered } from './until-answered.ts'
import { failWith, UploadFault } from './upload-fault.ts'
import type { UploadSource } from './upload-source.ts'

export type PartState = 'pending' | 'uploading' | 'uploaded' | 'error'
/** An upload that the server has opened and not yet closed. */
export type UploadRef = { id: string; uploadId: string }

export type StartInput = {
  file: UploadSource
  open: UploadRef | undefined
  totalChunks: number
  fingerprint: string | undefined
  signal: AbortSignal
}

/** The calls of an upload. One that fails with a CallFault may be repeated, with any other error it is not. */
export type UploadCalls = {
  /** Asks for slots: of a new upload, or those still missing of an open one. */
  start(input: StartInput): Promise<UploadSlots>
  /** Sends one part and answers its ETag header, if there was one. */
  put(input: { url: string; body: Blob; signal: AbortSignal; onSent: (bytes: number) => void }): Promise<string | null>
  complete(input: UploadRef & { receipts: PartReceipt[]; signal: AbortSignal }): Promise<void>
  /** Tells the block digest of the file on this computer. */
  confirm(input: UploadRef & { digest: string }): Promise<void>
}

export type TransferEvents = { onProgress: () => void; onPartArrived: () => void }

/** What is known of one file's way to the server. It outlives a failed try: what has arrived is never sent again. */
export class Transfer {
  private open: UploadRef | undefined
  private parts: PartState[] = []
  private partSize = 0
  private inFlight = 0
  private print: Promise<string | undefined> | undefined
  private digest: Promise<string | undefined> | undefined
  private readonly receipts = new Map<number, string>()
  private readonly calls: UploadCalls
  private readonly file: UploadSource
  private readonly events: TransferEvents

  constructor(calls: UploadCalls, file: UploadSource, { open, ...events }: TransferEvents & { open?: UploadRef }) {
    this.calls = calls
    this.file = file
    this.open = open
    this.events = events
  }

  progress(): { parts: readonly PartState[]; sentBytes: number; open?: UploadRef } {
    const arrived = this.parts.map((part, index) => (part === 'uploaded' ? this.sizeOf(index + 1) : 0))
    return {
      parts: [...this.parts],
      sentBytes: arrived.reduce((sum, bytes) => sum + bytes, this.inFlight),
      ...(this.open ? { open: this.open } : {}),
    }
  }

  /** Sends what is missing, in order, and completes the upload. */
  async run(signal: AbortSignal): Promise<void> {
    // The answer to an earlier completion may have been lost on the way; completing twice is harmless.
    if (this.open && this.isWhole() && (await this.complete(signal).then(yes, noUnlessBusy))) return
    const urls = await this.askForSlots(signal)
    this.events.onProgress()
    for (let part = 1; part <= this.parts.length; part += 1) {
      const url = urls[part]
      if (url !== undefined && !this.receipts.has(part)) await this.sendPart(part, url, signal)
    }
    await this.complete(signal)
  }

  /** Reads the whole file once, beside the sending, for confirmContent. */
  readContent(signal: AbortSignal): void {
    this.digest ??= blockDigest(this.file, signal).catch(() => (this.digest = undefined))
  }

  /** False when the file could not be read to its end, or this computer makes no digests. */
  async confirmContent(): Promise<boolean> {
    const digest = await this.digest
    const { open } = this
    if (digest === undefined || !open) return false
    await untilAnswered(() => this.calls.confirm({ ...open, digest }))
    return true
  }

  forgetPartInFlight(): void {
    this.inFlight = 0
    this.parts = this.parts.map((part) => (part === 'uploading' ? 'pending' : part))
  }

  private async askForSlots(signal: AbortSignal): Promise<Record<string, string>> {
    const { file } = this
    this.print ??= fingerprint(file)
    const slots = await this.calls
      .start({
        file,
        open: this.open,
        totalChunks: partCount(file.size),
        fingerprint: await this.print.catch(fileChanged(file)),
        signal,
      })
      .catch((error: unknown) => {
        // Waiting makes no room for another upload, people do.
        if (!this.open && error instanceof CallFault && error.status === 429) throw new UploadFault(error.message)
        return failWith('Failed to get presigned URL')(error)
      })
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

  private async sendPart(part: number, url: string, signal: AbortSignal): Promise<void> {
    const { start, end } = partRange(part, this.file.size, this.partSize)
    this.parts[part - 1] = 'uploading'
    this.events.onProgress()
    const onSent = (bytes: number) => {
      if (signal.aborted || this.parts[part - 1] !== 'uploading') return
      this.inFlight = Math.max(this.inFlight, Math.min(bytes, end - start))
      this.events.onProgress()
    }
    try {
      const body = this.file.slice(start, end, this.file.type)
      const header = await this.calls.put({ url, body, signal, onSent }).catch(async (cause: unknown) => {
        await this.file
          .slice(start, start + 1)
          .arrayBuffer()
          .catch(fileChanged(this.file))
        throw new UploadFault(whyNotSent(part, cause), { cause, partBytesSent: this.inFlight })
      })
      signal.throwIfAborted()
      const etag = header?.trim().replace(/^"(.*)"$/, '$1')
      if (!etag) throw new UploadFault(`No valid ETag received for part ${part}`)
      this.inFlight = 0
      this.noteArrival(part, etag)
      this.events.onPartArrived()
      this.events.onProgress()
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

const SENT_ELSEWHERE =
  'This file is also being uploaded from another window or computer. Let that finish, or end it there and retry here.'

function whyNotSent(part: number, cause: unknown): string {
  const { status } = cause instanceof CallFault ? cause : {}
  if (status === 507) return STORAGE_FULL
  if (status === 409) return SENT_ELSEWHERE
  return `Failed to upload part ${part}${cause instanceof UploadFault ? `: ${cause.message}` : ''}`
}

const yes = () => true
/** A server that has no time for the completion would have none for the slots either. */
const noUnlessBusy = (error: unknown): boolean => {
  if (error instanceof UploadFault && error.cause instanceof CallFault && error.cause.status === 429) throw error
  return false
}

/** A file that can no longer be read was changed, moved or removed; sending the rest of it would mix two files. */
const fileChanged = (file: UploadSource) => (cause: unknown) => {
  throw new UploadFault(
    `${nameInText(file.name)} was changed, moved or removed on this computer while it was being sent. Remove this upload and choose the file again.`,
    { cause },
  )
}
