import type { Sender } from '../../../actor.ts'
import type { Signing } from '../../../secrets/signed-links.ts'
import { type DownloadDeps, downloadSigning, signedUntil } from '../../files/download-signing.ts'

export type ReportOf = Sender & { analysisId: string }

/** A URL with which this person downloads all files of a report as one ZIP file, for one hour. */
export const signReportArchiveUrl = (deps: DownloadDeps, { analysisId, userId, accountId }: ReportOf): string =>
  downloadSigning(deps).sign({
    method: 'GET',
    key: `reports/${analysisId}.zip`,
    values: { user: userId, account: accountId },
    expiresAt: signedUntil(deps),
  })

/** The report and the person of a link, by its key and values; undefined when it is of something else. */
export function reportOfLink({ key, values }: ReturnType<Signing['verify']>): ReportOf | undefined {
  const [, analysisId] = /^reports\/(.+)\.zip$/.exec(key) ?? []
  return analysisId === undefined
    ? undefined
    : { analysisId, userId: values.user ?? '', accountId: values.account ?? '' }
}
