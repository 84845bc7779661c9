import type { FileReceipt } from '#contract/uploads.ts'
import { DOWNLOAD_URL_TTL_MS } from '#domain/uploads.ts'
import type { StoredFile } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'

/** Customers see the result of a virus scan; staff also see that there was none. */
export type Viewer = 'customer' | 'staff'

/**
 * A signed URL that downloads the file under its original name, valid for one hour. Infected files have no URL, only their
 * name.
 */
export async function signFileLink(deps: Pick<Deps, 'storage' | 'now'>, file: StoredFile): Promise<string> {
  if (file.virusScan === 'infected')
    return encodeURIComponent(file.storageKey.slice(file.storageKey.lastIndexOf('/') + 1))
  return deps.storage.signDownload({
    key: file.storageKey,
    fileName: file.fileName,
    expiresAt: new Date(deps.now().getTime() + DOWNLOAD_URL_TTL_MS),
  })
}

export function presentReceipt(file: StoredFile, viewer: Viewer): FileReceipt {
  const { fileName, bytes, sha256, digest, senderDigest, inspection } = file
  const virusScan = file.virusScan ?? (viewer === 'staff' ? 'not-scanned' : undefined)
  return {
    fileName,
    size: bytes,
    sha256,
    agrees: digest === null || senderDigest === null ? null : digest === senderDigest,
    ...(file.kind === 'ARCHIVE' && { inspection }),
    ...(virusScan && { virusScan }),
  }
}
