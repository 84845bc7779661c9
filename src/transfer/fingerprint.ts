import { KiB } from '#domain/units.ts'
import { canDigest, hex, sha256 } from './sha256.ts'
import type { UploadSource } from './upload-source.ts'

const SAMPLES = 16
const SAMPLE_BYTES = KiB(64)

/**
 * SHA-256, in hex, of a file's size and of samples from its first byte to its last. It distinguishes files of the same name and
 * size without reading them completely. Undefined where the browser provides no WebCrypto (plain http).
 */
export async function fingerprint(file: UploadSource): Promise<string | undefined> {
  if (!canDigest()) return undefined
  const last = Math.max(0, file.size - SAMPLE_BYTES)
  const starts = new Set(Array.from({ length: SAMPLES }, (_, index) => Math.round((last * index) / (SAMPLES - 1))))
  const samples = [...starts].map((start) => file.slice(start, start + SAMPLE_BYTES))
  return hex(await sha256(await new Blob([`${file.size}\n`, ...samples]).arrayBuffer()))
}
