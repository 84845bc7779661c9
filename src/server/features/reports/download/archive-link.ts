import { DOWNLOAD_URL_TTL_MS } from '#domain/uploads.ts'
import type { Signing } from '../../../signed-links.ts'
import { type DownloadDeps, downloadSigning } from '../../files/download-signing.ts'
import type { Viewer } from '../../files/present-file.ts'

export type ReportOf = { analysisId: string; viewer: Viewer }

/** A URL that downloads all files of a report as one ZIP file, for one hour. */
export const signReportArchiveUrl = (deps: DownloadDeps, { analysisId, viewer }: ReportOf): string =>
  downloadSigning(deps).sign({
    method: 'GET',
    key: `reports/${analysisId}.zip`,
    values: { viewer },
    expiresAt: new Date(deps.now().getTime() + DOWNLOAD_URL_TTL_MS),
  })

/** The report of a link, by its key and values; undefined when it is of something else. */
export function reportOfLink({ key, values }: ReturnType<Signing['verify']>): ReportOf | undefined {
  const [, analysisId] = /^reports\/(.+)\.zip$/.exec(key) ?? []
  return analysisId === undefined ? undefined : { analysisId, viewer: values.viewer === 'staff' ? 'staff' : 'customer' }
}
