import type { FileReceipt } from '#contract/uploads.ts'
import { DOWNLOAD_URL_TTL_MS } from '#domain/uploads.ts'
import type { StoredFile } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'

/** Customers see the result of a virus scan. Staff also see that there was none. */
export type Viewer = 'customer' | 'staff'

/** A URL that downloads the file under its original name, for one hour. For an infected file only its name is returned. */
export async function signFileUrl(deps: Pick<Deps, 'storage' | 'now'>, file: StoredFile): Promise<string> {
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
