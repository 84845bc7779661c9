import { KiB } from '#domain/units.ts'
import type { AttachedPicture } from '../../adapters/email/transport.ts'
import type { Deps } from '../../deps.ts'
import { mapPictureKey } from '../files/derived.ts'
import { readFully } from '../files/read-fully.ts'
import { unlessMissing } from '../files/skip-missing.ts'

/** An email with more is refused by some servers. */
const PICTURES_MAX = 6
const PICTURE_BYTES_MAX = KiB(256)

/** The small pictures of those files that are maps, as far as they are made. */
export async function readMapPictures(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  fileIds: readonly string[],
): Promise<AttachedPicture[]> {
  if (fileIds.length === 0) return []
  const files = await db
    .selectFrom('maps')
    .innerJoin('files', 'files.id', 'maps.fileId')
    .select(['files.fileName', 'files.sha256'])
    .where('files.id', 'in', fileIds)
    .where('maps.state', '=', 'READY')
    .orderBy('files.createdAt')
    .orderBy('files.id')
    .limit(PICTURES_MAX)
    .execute()
  const pictures: AttachedPicture[] = []
  for (const { fileName, sha256 } of files) {
    const content = sha256 === null ? undefined : await readPicture(storage, mapPictureKey(sha256))
    if (content) pictures.push({ fileName: `${fileName}.jpg`, content })
  }
  return pictures
}

/** Undefined when it was thrown away: then the email goes without it. */
const readPicture = (storage: Deps['storage'], key: string): Promise<Uint8Array | undefined> =>
  unlessMissing(readFully(storage.read({ key, to: PICTURE_BYTES_MAX }), PICTURE_BYTES_MAX))
