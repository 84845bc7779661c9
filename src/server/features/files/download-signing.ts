import type { Deps, WithConfig } from '../../deps.ts'
import { openSigning, type Signing } from '../../secrets/signed-links.ts'

export type DownloadDeps = Pick<Deps, 'keys' | 'now' | 'signedUrlMs'> & WithConfig<'publicUrl'>

/** When what is signed now ends. */
export const signedUntil = ({ now, signedUrlMs }: Pick<Deps, 'now' | 'signedUrlMs'>): Date =>
  new Date(now().getTime() + signedUrlMs)

/** The same for half of the time it is valid, so that a browser keeps what it has. */
export function steadilySignedUntil({ now, signedUrlMs }: Pick<Deps, 'now' | 'signedUrlMs'>): Date {
  const step = signedUrlMs / 2
  return new Date(Math.floor(now().getTime() / step) * step + signedUrlMs)
}

/** Signs URLs of what the product makes of files, and reads them. */
export const downloadSigning = ({ keys, now, config }: DownloadDeps): Signing =>
  openSigning({ purpose: 'downloads', publicUrl: config.publicUrl, signingKey: keys.storageLinks, now })
