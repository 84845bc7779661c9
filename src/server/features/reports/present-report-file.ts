import type { MadeBy, ReportFile } from '#contract/reports.ts'
import { isGeoTiff } from '#domain/maps.ts'
import { reportFileKind } from '#domain/reports.ts'
import { hours } from '#domain/units.ts'
import type { StoredFile } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { DownloadDeps } from '../files/download-signing.ts'
import { signInlineUrl, storedNameOfFile } from '../files/present-file.ts'
import { presentModel } from '../files/present-model.ts'
import { presentPoints } from '../files/present-points.ts'
import { signPreviewUrls } from '../files/preview-link.ts'

/** A check that takes longer has failed, or waits for its night. */
const CHECKED_AFTER_MS = hours(1)

/** A file of a report, or a product of a run. `url` downloads it. */
export async function presentReportFile(
  deps: Pick<Deps, 'db' | 'storage' | 'queue' | 'now'> & DownloadDeps,
  file: StoredFile,
  { url, madeBy }: { url: string | null; madeBy: MadeBy | null },
): Promise<ReportFile> {
  const isInfected = file.virusScan === 'infected'
  const previews = signPreviewUrls(deps, file)
  const { isPending: hasPendingPoints, ...points } = await presentPoints(deps, file)
  const { isPending: hasPendingModel, ...model } = await presentModel(deps, file)
  const isPending = file.preview === null || hasPendingPoints || hasPendingModel
  return {
    storedName: storedNameOfFile(file),
    fileName: file.fileName,
    size: file.bytes,
    kind: reportFileKind(file.fileName),
    addedTime: file.createdAt.toISOString(),
    mapId: isGeoTiff(file.fileName) ? file.id : null,
    madeBy,
    purpose: file.purpose,
    isPublished: file.publishedAt !== null,
    isInfected,
    url: isInfected ? null : url,
    // Who may not download a file can't open it either.
    openUrl: url === null ? null : await signInlineUrl(deps, file),
    thumbnailUrl: previews?.small ?? null,
    previewUrl: previews?.large ?? null,
    pixels: file.preview?.size ?? null,
    ...points,
    ...model,
    isChecking: isPending && deps.now().getTime() - file.createdAt.getTime() < CHECKED_AFTER_MS,
  }
}
