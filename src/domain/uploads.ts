import { days, GiB, hours, MiB } from './units.ts'

/** A file of up to this size is one part (spec section 9). */
export const PART_BYTES = MiB(512)
export const PARTS_MAX = 10_000
/**
 * A file's *block digest* is the lower-case hex SHA-256 over the SHA-256 digests (binary, one after another) of its
 * consecutive 4 MiB blocks, of which the last may be shorter. WebCrypto cannot hash a stream,
 * but it can hash blocks, so a browser needs only one block in memory.
 *
 * The *fingerprint* of a file is another 64 hex digits: a SHA-256 that the client computes quickly over the file's size and
 * samples of its bytes. The server only compares it.
 */
export const DIGEST_BLOCK_BYTES = MiB(4)
export const PART_URL_TTL_MS = hours(24)
export const DOWNLOAD_URL_TTL_MS = hours(1)
export const UPLOAD_IDLE_TIMEOUT_MS = days(7)
export const OPEN_UPLOADS_MAX = 5
export const STORAGE_FULL = 'Storage is full. Try again later.'

/** ceil(size / part size), and one part for a small file. */
export const partCount = (fileBytes: number, partBytes: number = PART_BYTES): number =>
  Math.max(1, Math.ceil(fileBytes / partBytes))

/** The part size for a store that loses an interrupted part: small, but not too many parts. */
export function smallPartBytes(fileBytes: number): number {
  if (fileBytes <= GiB(16)) return MiB(16)
  const fewest = 2 ** Math.ceil(Math.log2(fileBytes / PARTS_MAX))
  return Math.max(MiB(64), fewest)
}

/** The bytes [start, end) of a part, numbered from 1. */
export function partRange(partNumber: number, fileBytes: number, partBytes: number): { start: number; end: number } {
  const start = (partNumber - 1) * partBytes
  return { start, end: Math.min(start + partBytes, fileBytes) }
}

/** A part as it is stored. `etag` is opaque and without quotes. */
export type StoredPart = { partNumber: number; etag: string; size: number }
export type CompletedPart = { partNumber: number; etag: string }

/** The first `size` bytes of a part, and their CRC-32. */
export type Extent = { crc: number; size: number }
/** The ETag of these bytes in the embedded store. */
export const partEtag = ({ crc, size }: Extent): string => `${crc.toString(16).padStart(8, '0')}-${size.toString(16)}`

/**
 * Returns why a completion is invalid, or undefined when every part is listed with its ETag. Parts must be listed in ascending
 * order, once each.
 */
export function findMissingParts(
  listed: readonly CompletedPart[],
  stored: readonly StoredPart[],
  totalParts: number,
): string | undefined {
  const there = new Map(stored.map((part) => [part.partNumber, part]))
  let previous = 0
  for (const { partNumber, etag } of listed) {
    if (partNumber <= previous) return 'Parts must be listed once each, in ascending order'
    if (partNumber > totalParts) return `Part ${partNumber} does not belong to this upload of ${totalParts} part(s)`
    if (!there.has(partNumber)) return `Part ${partNumber} has not arrived. Upload it again, then complete.`
    if (there.get(partNumber)?.etag !== etag) return `The ETag of part ${partNumber} does not match what has arrived`
    previous = partNumber
  }
  const listedNumbers = new Set(listed.map((part) => part.partNumber))
  for (let number = 1; number <= totalParts; number += 1) {
    if (!listedNumbers.has(number)) return `Part ${number} is missing from the list`
  }
  if (stored.every((part) => part.size === 0)) return 'The file is empty'
  return undefined
}

/** The check of a file that has arrived, in order. A scanner gets the bytes while they are read, and may take longer. */
export const CHECK_STAGES = ['inspecting', 'reading', 'scanning'] as const
export type CheckStage = (typeof CHECK_STAGES)[number]

/** The result of a virus scan. */
export type VirusScan = 'clean' | 'infected'
