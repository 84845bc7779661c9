import type { Deps, WithConfig } from '../../deps.ts'
import { openSigning, type Signing } from '../../signed-links.ts'

export type DownloadDeps = Pick<Deps, 'keys' | 'now'> & WithConfig<'publicUrl'>

/** Signs URLs of what the product makes of files, and reads them. */
export const downloadSigning = ({ keys, now, config }: DownloadDeps): Signing =>
  openSigning({ purpose: 'downloads', publicUrl: config.publicUrl, signingKey: keys.storageLinks, now })
