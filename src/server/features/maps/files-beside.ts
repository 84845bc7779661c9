import { extensionOf } from '#domain/archive/file-types.ts'
import { BESIDE_MAPS, isBesideMap, isGeoTiff } from '#domain/maps.ts'
import { KiB } from '#domain/units.ts'
import type { StoredFile } from '../../adapters/db/schema.ts'
import type { Deps } from '../../deps.ts'
import { prepareMapJob } from '../files/derived.ts'
import { payloadOf } from '../files/file-job.ts'
import { readFully } from '../files/read-fully.ts'

/** Both are a few lines of text. */
const TEXT_BYTES_MAX = KiB(64)

type Beside = { worldFile: string | null; prj: string | null }
type FileDeps = Pick<Deps, 'db' | 'storage'>

/** The texts that say where a raster lies, from files of the same report, run, or project with the same name. */
export async function findFilesBeside(deps: FileDeps, file: StoredFile): Promise<Beside> {
  const beside = await filesOfSameName(deps, file)
  const textOf = async (extensions: readonly string[]): Promise<string | null> => {
    const found = beside.find((other) => extensions.includes(extensionOf(other.fileName)))
    if (!found || found.bytes > TEXT_BYTES_MAX) return null
    const bytes = await readFully(deps.storage.read({ key: found.storageKey }), found.bytes)
    return new TextDecoder().decode(bytes)
  }
  return { worldFile: await textOf(BESIDE_MAPS.worldFile), prj: await textOf(BESIDE_MAPS.prj) }
}

/** Has the rasters looked at again that were attached before a file which says where they lie. */
export async function prepareMapsBeside(deps: FileDeps & Pick<Deps, 'queue'>, file: StoredFile): Promise<void> {
  if (!isBesideMap(file.fileName)) return
  const rasters = (await filesOfSameName(deps, file)).filter(({ fileName }) => isGeoTiff(fileName))
  const ids = rasters.map(({ id }) => id)
  if (ids.length === 0) return
  await deps.db.transaction().execute(async (trx) => {
    await trx.updateTable('maps').set({ maker: 0 }).where('fileId', 'in', ids).execute()
    await deps.queue.enqueueAll(trx, prepareMapJob, rasters.map(payloadOf))
  })
}

async function filesOfSameName(
  { db }: FileDeps,
  { id, analysisId, projectId, fileName, runId }: StoredFile,
): Promise<StoredFile[]> {
  const files = await db
    .selectFrom('files')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('analysisId', 'is not distinct from', analysisId)
    .where('kind', '<>', 'ARCHIVE')
    .where('runId', 'is not distinct from', runId)
    .where('id', '<>', id)
    // Of two that say it, the one that came last.
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return files.filter((other) => stemOf(other.fileName) === stemOf(fileName))
}

const stemOf = (fileName: string): string => fileName.slice(0, fileName.lastIndexOf('.')).toLowerCase()
