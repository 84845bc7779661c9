import { AppError } from '#domain/errors.ts'
import type { InlineType } from '#domain/reports.ts'
import type { CompletedPart, StoredPart } from '#domain/uploads.ts'

/** One upload: the key of the object it will become, and the store's own id for it. */
export type UploadRef = { key: string; uploadId: string }

/** How long a part may be: at most `maxBytes`, and exactly `bytes` where that is known. */
export type PartLimits = { maxBytes: number; bytes?: number | undefined }

export type DownloadLink = {
  key: string
  fileName: string
  expiresAt: Date
  inline?: InlineType
  cacheSeconds?: number
}

/** What is stored are not the bytes that arrived. */
export class DamagedObject extends Error {}

/** The bytes [start, end). */
export type ByteRange = { start: number; end: number }

export type PartialPart = { partNumber: number; size: number }

/**
 * Where uploaded files live. An object is created whole, from the parts of one upload, or not at all.
 *
 * Keys are `<folder>/…/<unix ms>-<file name>`, each for one upload; no segment is empty, '.' or '..'. Dates are absolute, sizes are bytes,
 * ETags are opaque and without quotes. Failures are AppErrors: 'not-found' for an upload that is unknown, completed
 * or discarded, 'storage-full' when there is no space left.
 */
export type Storage = {
  /**
   * Durable once it resolves. With `bytes`, the size of the whole file, an upload that does not fit is rejected up front.
   * `partBytes` is the size of every part but the last, and the most that one may have; PART_BYTES when left out.
   */
  openUpload(upload: { key: string; bytes?: number | undefined; partBytes?: number }): Promise<{ uploadId: string }>
  /** An absolute URL that accepts a PUT of this part, and nothing else. */
  signPart(part: UploadRef & PartLimits & { partNumber: number; expiresAt: Date }): Promise<string>
  /** Durable once it resolves. A part that is sent again replaces the earlier one. */
  putPart(
    part: UploadRef & PartLimits & { partNumber: number; body: AsyncIterable<Uint8Array> },
  ): Promise<{ etag: string; size: number }>
  /** In ascending order. */
  listParts(upload: UploadRef): Promise<StoredPart[]>
  /** Whether a part whose connection broke can be resumed where it stopped. */
  resumesParts: boolean
  /** The bytes stored of incomplete parts, in ascending order. */
  listPartials(upload: UploadRef): Promise<PartialPart[]>
  /** Takes the whole list in ascending order ('invalid' otherwise). Safe to repeat: it returns the same. */
  completeUpload(upload: UploadRef & { parts: readonly CompletedPart[] }): Promise<{ size: number }>
  /** Deletes an open upload and its parts. An object made from it stays. Safe to repeat. */
  discard(upload: UploadRef): Promise<void>
  /** Removes an object. Safe to repeat. */
  remove(object: { key: string }): Promise<void>
  /**
   * The object in order, a few MiB at a time; 'not-found' when there is none. With a range only its bytes from `from`
   * (inclusive, 0 when left out) to `to` (exclusive), as far as they exist: none when the range is empty or starts at or
   * past the end. A piece keeps its bytes only until the next one is requested. May be left early.
   */
  read(object: { key: string; from?: number; to?: number }): AsyncIterable<Uint8Array>
  /** Every open upload, in no order. `openedAt` is the store's own time. */
  listUploads(): AsyncIterable<UploadRef & { openedAt: Date }>
  /** Whether there are neither objects nor open uploads. */
  isEmpty(): Promise<boolean>
  /**
   * An absolute URL whose path ends in the last segment of the key, and which opens as a download under `fileName`; with
   * `inline`, a content type, in the browser. The browser keeps it for `cacheSeconds`, not at all when left out.
   */
  signDownload(object: DownloadLink): Promise<string>
  /** Throws when nothing can be stored now. */
  check(): Promise<void>
}

export const uploadMissing = (): AppError =>
  new AppError('not-found', 'This upload does not exist or is no longer open')

/** Of a signed URL: only the browser of the person it was made for may keep what it serves. */
export const cacheControl = (seconds: number | undefined): string =>
  seconds === undefined ? 'private, no-store' : `private, max-age=${seconds}, immutable`
