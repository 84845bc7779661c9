import type { FileReceipt } from '#contract/uploads.ts'
import { inlineTypeOf } from '#domain/reports.ts'
import type { StoredFile } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { signedUntil } from './download-signing.ts'

/**
 * A URL that downloads the file under its original name, for as long as signed URLs last. For an infected file only its name is
 * returned.
 */
export async function signFileUrl(
  deps: Pick<Deps, 'storage' | 'now' | 'signedUrlMs'>,
  file: StoredFile,
): Promise<string> {
  if (file.virusScan === 'infected') return encodeURIComponent(storedNameOfFile(file))
  return deps.storage.signDownload(linkTo(deps, file))
}

/**
 * A URL that opens the file in the browser, for as long as signed URLs last. Null when a browser can't, and for an infected
 * file.
 */
export async function signInlineUrl(
  deps: Pick<Deps, 'storage' | 'now' | 'signedUrlMs'>,
  file: StoredFile,
): Promise<string | null> {
  const inline = inlineTypeOf(file.fileName)
  if (!inline || file.virusScan === 'infected') return null
  return deps.storage.signDownload({ ...linkTo(deps, file), inline })
}

const linkTo = (deps: Pick<Deps, 'now' | 'signedUrlMs'>, { storageKey: key, fileName }: StoredFile) => ({
  key,
  fileName,
  expiresAt: signedUntil(deps),
})

/** The last segment of its key, which also ends its URLs. */
export const storedNameOfFile = ({ storageKey }: Pick<StoredFile, 'storageKey'>): string =>
  storageKey.slice(storageKey.lastIndexOf('/') + 1)

/** Customers see the result of a virus scan. Staff also see that there was none. */
export function presentReceipt(file: StoredFile, { forStaff }: { forStaff: boolean }): FileReceipt {
  const { fileName, bytes, sha256, digest, senderDigest, inspection } = file
  const virusScan = file.virusScan ?? (forStaff ? 'not-scanned' : undefined)
  return {
    fileName,
    size: bytes,
    receivedTime: file.createdAt.toISOString(),
    sha256,
    agrees: digest === null || senderDigest === null ? null : digest === senderDigest,
    ...(file.kind === 'ARCHIVE' && { inspection }),
    ...(virusScan && { virusScan }),
  }
}
