import type { PresignedUpload } from '#contract/uploads.ts'
import { isolateName } from '#domain/display-names.ts'
import { type CompletedPart, partCount, partRange, STORAGE_FULL } from '#domain/uploads.ts'
import { blockDigest } from './block-digest.ts'
import { CallError } from './call-error.ts'
import { fingerprint } from './fingerprint.ts'
import { retryUntilAnswered } from './retry.ts'
import { type PartCalls, sendRest } from './send-rest.ts'
import { failureOf, rethrowAs, UploadError } from './upload-error.ts'
import type { UploadSource } from './upload-source.ts'

export type PartState = 'pending' | 'uploading' | 'uploaded' | 'error'
/** An open upload. */
export type UploadRef = { id: string; uploadId: string }

export type StartInput = {
  file: UploadSource
  open: UploadRef | undefined
  totalChunks: number
  fingerprint: string | undefined
  signal: AbortSignal
}

/** The calls of an upload. They are retried after a CallError, and not after any other error. */
export type UploadCalls = PartCalls & {
  /** Requests presigned URLs: for a new upload, or for the missing parts of an open one. */
  start(input: StartInput): Promise<PresignedUpload>
  complete(input: UploadRef & { receipts: CompletedPart[]; signal: AbortSignal }): Promise<void>
  /** Sends the block digest of the file on this computer. */
  confirm(input: UploadRef & { digest: string }): Promise<void>
}

export type TransferEvents = {
  onProgress: () => void
  /** The server has more than before. */
  onAdvance: () => void
  /** The server has just returned what it has. */
  onUrls: () => void
}

/** The state of a file's upload. It outlives a failed attempt, so completed parts are never sent again. */
export class Transfer {
  private open: UploadRef | undefined
  private parts: PartState[] = []
  private partSize = 0
  /** The bytes of each part that were sent or stored, as far as known. */
  private sentOfPart = new Map<number, number>()
  private resumesParts = false
  private storedBytes = 0
  private isSentElsewhere = false
  private fingerprint: Promise<string | undefined> | undefined
  private digest: Promise<string | undefined> | undefined
  private readonly completedParts = new Map<number, string>()
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
      part === 'uploaded' ? this.sizeOf(index + 1) : (this.sentOfPart.get(index + 1) ?? 0),
    )
    return {
      parts: [...this.parts],
      sentBytes: sent.reduce((sum, bytes) => sum + bytes, 0),
      ...(this.open ? { open: this.open } : {}),
    }
  }

  /** Sends the missing parts in order, and completes the upload. */
  async run(signal: AbortSignal): Promise<void> {
    // The response to an earlier completion may have been lost; completing twice is harmless.
    if (this.open && this.isComplete() && (await this.complete(signal).then(yes, falseUnlessRateLimited))) return
    const urls = await this.requestUrls(signal)
    this.events.onProgress()
    for (let part = 1; part <= this.parts.length; part += 1) {
      const url = urls[part]
      if (url !== undefined && !this.completedParts.has(part)) await this.sendPart(part, url, signal)
    }
    await this.complete(signal)
  }

  /** Hashes the whole file once, during the upload, for sendDigest. */
  startHashing(signal: AbortSignal): void {
    this.digest ??= blockDigest(this.file, signal).catch(() => (this.digest = undefined))
  }

  /** False when the file could not be read completely, or this browser provides no WebCrypto. */
  async sendDigest(): Promise<boolean> {
    const digest = await this.digest
    const { open } = this
    if (digest === undefined || !open) return false
    await retryUntilAnswered(() => this.calls.confirm({ ...open, digest }))
    return true
  }

  /** Sent bytes of the part count only if the store keeps them. */
  resetPartInFlight(): void {
    if (!this.resumesParts) this.sentOfPart.clear()
    this.parts = this.parts.map((part) => (part === 'uploading' ? 'pending' : part))
  }

  private async requestUrls(signal: AbortSignal): Promise<Record<string, string>> {
    const { file } = this
    this.fingerprint ??= fingerprint(file)
    const upload = await this.calls
      .start({
        file,
        open: this.open,
        totalChunks: partCount(file.size),
        fingerprint: await this.fingerprint.catch(fileChanged(file)),
        signal,
      })
      .catch((error: unknown) => {
        // Waiting does not help here: the person must end another upload.
        if (!this.open && error instanceof CallError && error.status === 429) throw new UploadError(error.message)
        return rethrowAs('Failed to get presigned URL')(error)
      })
    signal.throwIfAborted()
    this.open = { id: upload.id, uploadId: upload.preSignedUrl.uploadId }
    this.partSize = upload.partSize
    this.parts = Array.from({ length: partCount(file.size, upload.partSize) }, () => 'pending' as const)
    this.completedParts.clear()
    this.resumesParts = upload.incomplete !== undefined
    this.sentOfPart = new Map(upload.incomplete?.map(({ partNumber, size }) => [partNumber, size]))
    for (const { partNumber, etag, size } of upload.received) {
      if (size !== this.sizeOf(partNumber)) throw new UploadError('What was uploaded earlier belongs to another file')
      this.markUploaded(partNumber, etag)
    }
    this.reportAdvance()
    const urls = upload.preSignedUrl.preSignedUrls
    if (this.parts.some((_, index) => !this.completedParts.has(index + 1) && !urls[index + 1]))
      throw new UploadError('Not enough presigned URLs for all file parts')
    return urls
  }

  private async sendPart(part: number, url: string, signal: AbortSignal): Promise<void> {
    const { start, end } = partRange(part, this.file.size, this.partSize)
    const body = this.file.slice(start, end, this.file.type)
    const hasStarted = this.resumesParts ? this.sentOfPart.has(part) : undefined
    let sentBytes = 0
    const onSent = (bytes: number, from: number) => {
      if (signal.aborted || this.parts[part - 1] !== 'uploading') return
      sentBytes = Math.max(sentBytes, Math.min(bytes, body.size - from))
      this.sentOfPart.set(part, from + sentBytes)
      this.events.onProgress()
    }
    this.parts[part - 1] = 'uploading'
    this.events.onProgress()
    try {
      const etag = await sendRest(this.calls, { url, body, hasStarted, signal, onSent }).catch(
        async (cause: unknown) => {
          await this.file
            .slice(start, start + 1)
            .arrayBuffer()
            .catch(fileChanged(this.file))
          throw new UploadError(describeSendError(part, cause), { cause, partBytesSent: sentBytes })
        },
      )
      signal.throwIfAborted()
      if (!etag) throw new UploadError(`No valid ETag received for part ${part}`)
      this.markUploaded(part, etag)
      this.storedBytes = this.progress().sentBytes
      this.events.onAdvance()
      this.events.onProgress()
    } catch (error) {
      if (!signal.aborted) this.markFailed(part, error)
      throw error
    }
  }

  private complete(signal: AbortSignal): Promise<void> {
    if (!this.open) throw new UploadError('Failed to complete upload')
    const receipts = [...this.completedParts].map(([partNumber, etag]) => ({ partNumber, etag }))
    const fallback = this.parts.length > 1 ? 'Failed to complete multipart upload' : 'Failed to complete upload'
    receipts.sort((a, b) => a.partNumber - b.partNumber)
    return this.calls.complete({ ...this.open, receipts, signal }).catch(rethrowAs(fallback))
  }

  /** After a conflict progress does not count: two senders of one part would each count the bytes of the other. */
  private reportAdvance(): void {
    const { sentBytes } = this.progress()
    if (sentBytes > this.storedBytes && !this.isSentElsewhere) this.events.onAdvance()
    this.storedBytes = sentBytes
    this.events.onUrls()
  }

  private markUploaded(part: number, etag: string): void {
    this.parts[part - 1] = 'uploaded'
    this.completedParts.set(part, etag)
  }

  private markFailed(part: number, error: unknown): void {
    this.resetPartInFlight()
    this.parts[part - 1] = 'error'
    this.isSentElsewhere = failureOf(error)?.error.status === 409
  }

  private isComplete(): boolean {
    return this.parts.length > 0 && this.parts.every((part) => part === 'uploaded')
  }

  private sizeOf(part: number): number {
    const { start, end } = partRange(part, this.file.size, this.partSize)
    return end - start
  }
}

const UPLOADED_ELSEWHERE =
  'This file is also being uploaded from another window or computer. Let that finish, or stop it there and retry here.'

function describeSendError(part: number, cause: unknown): string {
  const { status } = cause instanceof CallError ? cause : {}
  if (status === 507) return STORAGE_FULL
  if (status === 409) return UPLOADED_ELSEWHERE
  return `Failed to upload part ${part}${cause instanceof UploadError ? `: ${cause.message}` : ''}`
}

const yes = () => true
/** A server that is too busy for the completion is too busy for new URLs, too. */
const falseUnlessRateLimited = (error: unknown): boolean => {
  if (error instanceof UploadError && error.cause instanceof CallError && error.cause.status === 429) throw error
  return false
}

/** A file that cannot be read any more was changed, moved or removed. Sending the rest would mix two files. */
const fileChanged = (file: UploadSource) => (cause: unknown) => {
  throw new UploadError(
    `${isolateName(file.name)} was changed, moved or removed on this computer while it was being sent. Remove this upload and choose the file again.`,
    { cause },
  )
}
