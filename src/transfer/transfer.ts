import type { PresignedUpload } from '#contract/uploads.ts'
import { isolateName } from '#domain/display-names.ts'
import { type CompletedPart, partCount, partRange, STORAGE_FULL } from '#domain/uploads.ts'
import { blockDigest } from './block-digest.ts'
import { CallError } from './call-error.ts'
import { fingerprint } from './fingerprint.ts'
import { retryUntilAnswered } from './retry.ts'
import { type ArrivedBytes, type PutInput, sendRest } from './send-rest.ts'
import { failureOf, failWith, UploadError } from './upload-error.ts'
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

/** The calls of an upload. One that fails with a CallError may be repeated, with any other error it is not. */
export type UploadCalls = {
  /** Asks for slots: of a new upload, or those still missing of an open one. */
  start(input: StartInput): Promise<PresignedUpload>
  /** Sends one part, or the rest of one, and answers its ETag header, if there was one. */
  put(input: PutInput): Promise<string | null>
  /** Asks how much of a part the server has. Ends a connection that still sends it. */
  fetchArrived(input: { url: string; signal: AbortSignal }): Promise<ArrivedBytes>
  complete(input: UploadRef & { receipts: CompletedPart[]; signal: AbortSignal }): Promise<void>
  /** Tells the block digest of the file on this computer. */
  confirm(input: UploadRef & { digest: string }): Promise<void>
}

export type TransferEvents = {
  onProgress: () => void
  /** The server has more than it was known to have. */
  onAdvance: () => void
  /** The server has just told what it has. */
  onSlots: () => void
}

/** What is known of one file's way to the server. It outlives a failed try: what has arrived is never sent again. */
export class Transfer {
  private open: UploadRef | undefined
  private parts: PartState[] = []
  private partSize = 0
  /** How many bytes of each part have gone out, or are there, as far as is known. */
  private begun = new Map<number, number>()
  private resumesParts = false
  private thereBytes = 0
  private wasSentElsewhere = false
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
    const sent = this.parts.map((part, index) =>
      part === 'uploaded' ? this.sizeOf(index + 1) : (this.begun.get(index + 1) ?? 0),
    )
    return {
      parts: [...this.parts],
      sentBytes: sent.reduce((sum, bytes) => sum + bytes, 0),
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
    await retryUntilAnswered(() => this.calls.confirm({ ...open, digest }))
    return true
  }

  /** What has gone out of it counts only where the store keeps it. */
  stopPart(): void {
    if (!this.resumesParts) this.begun.clear()
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
        if (!this.open && error instanceof CallError && error.status === 429) throw new UploadError(error.message)
        return failWith('Failed to get presigned URL')(error)
      })
    signal.throwIfAborted()
    this.open = { id: slots.id, uploadId: slots.preSignedUrl.uploadId }
    this.partSize = slots.partSize
    this.parts = Array.from({ length: partCount(file.size, slots.partSize) }, () => 'pending' as const)
    this.receipts.clear()
    this.resumesParts = slots.incomplete !== undefined
    this.begun = new Map(slots.incomplete?.map(({ partNumber, size }) => [partNumber, size]))
    for (const { partNumber, etag, size } of slots.received) {
      if (size !== this.sizeOf(partNumber))
        throw new UploadError('What was uploaded earlier does not belong to this file')
      this.noteArrival(partNumber, etag)
    }
    this.noteAdvance()
    const urls = slots.preSignedUrl.preSignedUrls
    if (this.parts.some((_, index) => !this.receipts.has(index + 1) && !urls[index + 1]))
      throw new UploadError('Not enough presigned URLs for all file parts')
    return urls
  }

  private async sendPart(part: number, url: string, signal: AbortSignal): Promise<void> {
    const { start, end } = partRange(part, this.file.size, this.partSize)
    const body = this.file.slice(start, end, this.file.type)
    const isBegun = this.resumesParts ? this.begun.has(part) : undefined
    let sentBytes = 0
    const onSent = (bytes: number, from: number) => {
      if (signal.aborted || this.parts[part - 1] !== 'uploading') return
      sentBytes = Math.max(sentBytes, Math.min(bytes, body.size - from))
      this.begun.set(part, from + sentBytes)
      this.events.onProgress()
    }
    this.parts[part - 1] = 'uploading'
    this.events.onProgress()
    try {
      const etag = await sendRest(this.calls, { url, body, isBegun, signal, onSent }).catch(async (cause: unknown) => {
        await this.file
          .slice(start, start + 1)
          .arrayBuffer()
          .catch(fileChanged(this.file))
        throw new UploadError(whyNotSent(part, cause), { cause, partBytesSent: sentBytes })
      })
      signal.throwIfAborted()
      if (!etag) throw new UploadError(`No valid ETag received for part ${part}`)
      this.noteArrival(part, etag)
      this.thereBytes = this.progress().sentBytes
      this.events.onAdvance()
      this.events.onProgress()
    } catch (error) {
      if (!signal.aborted) this.noteFailure(part, error)
      throw error
    }
  }

  private complete(signal: AbortSignal): Promise<void> {
    if (!this.open) throw new UploadError('Failed to complete upload')
    const receipts = [...this.receipts].map(([partNumber, etag]) => ({ partNumber, etag }))
    const fallback = this.parts.length > 1 ? 'Failed to complete multipart upload' : 'Failed to complete upload'
    receipts.sort((a, b) => a.partNumber - b.partNumber)
    return this.calls.complete({ ...this.open, receipts, signal }).catch(failWith(fallback))
  }

  /** Two senders of one part would each take the bytes of the other for their own. */
  private noteAdvance(): void {
    const { sentBytes } = this.progress()
    if (sentBytes > this.thereBytes && !this.wasSentElsewhere) this.events.onAdvance()
    this.thereBytes = sentBytes
    this.events.onSlots()
  }

  private noteArrival(part: number, etag: string): void {
    this.parts[part - 1] = 'uploaded'
    this.receipts.set(part, etag)
  }

  private noteFailure(part: number, error: unknown): void {
    this.stopPart()
    this.parts[part - 1] = 'error'
    this.wasSentElsewhere = failureOf(error)?.fault.status === 409
  }

  private isWhole(): boolean {
    return this.parts.length > 0 && this.parts.every((part) => part === 'uploaded')
  }

  private sizeOf(part: number): number {
    const { start, end } = partRange(part, this.file.size, this.partSize)
    return end - start
  }
}

const UPLOADED_ELSEWHERE =
  'This file is also being uploaded from another window or computer. Let that finish, or end it there and retry here.'

function whyNotSent(part: number, cause: unknown): string {
  const { status } = cause instanceof CallError ? cause : {}
  if (status === 507) return STORAGE_FULL
  if (status === 409) return UPLOADED_ELSEWHERE
  return `Failed to upload part ${part}${cause instanceof UploadError ? `: ${cause.message}` : ''}`
}

const yes = () => true
/** A server that has no time for the completion would have none for the slots either. */
const noUnlessBusy = (error: unknown): boolean => {
  if (error instanceof UploadError && error.cause instanceof CallError && error.cause.status === 429) throw error
  return false
}

/** A file that can no longer be read was changed, moved or removed; sending the rest of it would mix two files. */
const fileChanged = (file: UploadSource) => (cause: unknown) => {
  throw new UploadError(
    `${isolateName(file.name)} was changed, moved or removed on this computer while it was being sent. Remove this upload and choose the file again.`,
    { cause },
  )
}
