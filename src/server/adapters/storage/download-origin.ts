import type { Logger } from 'pino'
import { minutes } from '#domain/units.ts'
import type { Storage } from './storage.ts'

const SHARED_HOST =
  'uploaded files come from the host of the product itself; give them one of their own, so that no file can ever act in its name'

/** The origin of the signed URLs of a store. Warns in production when it is the host of the product. */
export async function downloadOrigin(
  storage: Storage,
  { publicUrl, mode, now, log }: { publicUrl: string; mode: string; now: () => Date; log: Logger },
): Promise<string> {
  const expiresAt = new Date(now().getTime() + minutes(1))
  const link = new URL(await storage.signDownload({ key: 'any/0-any', fileName: 'any', expiresAt }))
  if (mode === 'production' && link.hostname === new URL(publicUrl).hostname)
    log.warn({ storage: link.origin, publicUrl }, SHARED_HOST)
  return link.origin
}
