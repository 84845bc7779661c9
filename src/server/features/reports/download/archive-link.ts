import { DOWNLOAD_URL_TTL_MS } from '#domain/uploads.ts'
import type { Signing } from '../../../signed-links.ts'
import { type DownloadDeps, downloadSigning } from '../../files/download-signing.ts'

export type ReportOf = { analysisId: string; userId: string }

/** A URL with which this person downloads all files of a report as one ZIP file, for one hour. */
export const signReportArchiveUrl = (deps: DownloadDeps, { analysisId, userId }: ReportOf): string =>
  downloadSigning(deps).sign({
    method: 'GET',
    key: `reports/${analysisId}.zip`,
    values: { user: userId },
    expiresAt: new Date(deps.now().getTime() + DOWNLOAD_URL_TTL_MS),
  })

/** The report and the person of a link, by its key and values; undefined when it is of something else. */
export function reportOfLink({ key, values }: ReturnType<Signing['verify']>): ReportOf | undefined {
  const [, analysisId] = /^reports\/(.+)\.zip$/.exec(key) ?? []
  return analysisId === undefined ? undefined : { analysisId, userId: values.user ?? '' }
}
