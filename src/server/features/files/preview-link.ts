import { AppError } from '#domain/errors.ts'
import { PREVIEW_SIDES, reportFileKind } from '#domain/reports.ts'
import { MiB } from '#domain/units.ts'
import type { StoredFile } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { checkFileJob } from './check-file.ts'
import { previewKey } from './derived.ts'
import { type DownloadDeps, downloadSigning, steadilySignedUntil } from './download-signing.ts'
import { payloadOf } from './file-job.ts'

const PREVIEW_BYTES_MAX = MiB(8)
const KEY = /^previews\/([^/]+)\/(\d+)\.webp$/

/** URLs of a preview: small for a list, large for a dialog. Null while there is none. */
export function signPreviewUrls(
  deps: DownloadDeps,
  file: Pick<StoredFile, 'id' | 'preview' | 'virusScan'>,
): { large: string; small: string } | null {
  if (!file.preview?.size || file.virusScan === 'infected') return null
  const expiresAt = steadilySignedUntil(deps)
  const [large, small] = PREVIEW_SIDES.map((side) =>
    downloadSigning(deps).sign({ method: 'GET', key: `previews/${file.id}/${side}.webp`, values: {}, expiresAt }),
  )
  return { large: large ?? '', small: small ?? '' }
}

const THUMBNAILS_MAX = 3

/** Small pictures of the first published maps of a report. */
export const signMapThumbnails = (deps: DownloadDeps, report: readonly StoredFile[]): string[] =>
  report
    .filter(({ publishedAt, fileName }) => publishedAt !== null && reportFileKind(fileName) === 'map')
    .flatMap((file) => signPreviewUrls(deps, file)?.small ?? [])
    .slice(0, THUMBNAILS_MAX)

/** A preview by the key of its URL. What was thrown away is made again. */
export async function readPreview(
  { db, storage, queue }: Pick<Deps, 'db' | 'storage' | 'queue'>,
  key: string,
): Promise<Uint8Array> {
  const [, fileId = '', side = ''] = KEY.exec(key) ?? []
  const file = await db.selectFrom('files').selectAll().where('id', '=', fileId).executeTakeFirst()
  if (!file?.sha256 || !file.preview?.size || file.virusScan === 'infected') throw notFound()
  try {
    const pieces: Uint8Array[] = []
    const read = storage.read({ key: previewKey(file.sha256, Number(side)), to: PREVIEW_BYTES_MAX })
    for await (const piece of read) pieces.push(piece.slice())
    return Buffer.concat(pieces)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not-found')) throw error
    await db.transaction().execute(async (trx) => {
      await trx.updateTable('files').set({ preview: null }).where('id', '=', fileId).execute()
      await queue.enqueue(trx, checkFileJob, payloadOf(file))
    })
    throw notFound()
  }
}

const notFound = (): AppError => new AppError('not-found', 'There is no preview of this file')
