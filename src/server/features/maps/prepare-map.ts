import { join } from 'node:path'
import { MAP_MAKER, type MapKind } from '#domain/maps.ts'
import { reportFileKind } from '#domain/reports.ts'
import { minutes } from '#domain/units.ts'
import type { StoredFile, StoredMap } from '../../adapters/db/schema.ts'
import type { Attempt } from '../../adapters/queue/queue.ts'
import { bytesOfFile } from '../../adapters/storage/bytes-of-file.ts'
import { DamagedObject } from '../../adapters/storage/storage.ts'
import { OverBudget } from '../../compute/pool.ts'
import type { MapOutcome, work as mapWork } from '../../compute/rasters/map-worker.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { type CheckedFile, findCheckedFile } from '../files/checked-file.ts'
import { mapPictureKey, viewCopyKey } from '../files/derived.ts'
import { readFully } from '../files/read-fully.ts'
import { recordPreview } from '../files/record-preview.ts'
import { skipIfMissing } from '../files/skip-missing.ts'
import { isStored, storeBytes, storeDerived } from '../files/store-derived.ts'
import { withScratch } from '../files/with-scratch.ts'
import { findFilesBeside, prepareMapsBeside } from './files-beside.ts'
import { mapOf, recordMap } from './queries.ts'

type PrepareDeps = Pick<Deps, 'db' | 'storage' | 'compute' | 'queue' | 'log'> & WithConfig<'dataDir'>

/** 50,000 x 50,000 pixels take three minutes. */
const SECONDS_MAX = minutes(30) / 1000
const TIFF_MAGIC = new Set(['49492a00', '4d4d002a', '49492b00', '4d4d002b'])

/** Looks at a report file as a map. A map gets its copy for viewing and its pictures; of anything else, what it is. */
export async function prepareMap(
  deps: PrepareDeps,
  { fileId }: { fileId: string },
  attempt: Partial<Attempt> = {},
): Promise<void> {
  const { db } = deps
  const file = await findCheckedFile(db, fileId)
  if (!file) return
  const map = await mapOf(db, fileId)
  if (await isPrepared(deps, file, map)) return
  await skipIfMissing(deps, fileId, prepare(deps, file, { map, attempt }))
}

const isPrepared = async (
  { storage }: Pick<Deps, 'storage'>,
  { preview }: StoredFile,
  map: StoredMap | undefined,
): Promise<boolean> =>
  map?.maker === MAP_MAKER &&
  preview !== null &&
  (map.state === 'NOT_A_MAP' ||
    (map.state === 'READY' && map.copy !== null && preview.size !== null && (await isStored(storage, map.copy.key))))

type Preparing = { map: StoredMap | undefined; attempt: Partial<Attempt> }

async function prepare(deps: PrepareDeps, file: CheckedFile, { map, attempt }: Preparing): Promise<void> {
  const { db, storage } = deps
  const head = await readFully(storage.read({ key: file.storageKey, to: 4 }), 4)
  if (!TIFF_MAGIC.has(Buffer.from(head).toString('hex'))) {
    await record(deps, file, { state: 'NOT_A_MAP', reason: whatItIs(file), facts: null, copy: null })
    return prepareMapsBeside(deps, file)
  }
  await withScratch(deps, 'maps', async (scratch) => {
    const copyPath = join(scratch, 'copy.tif')
    const { map: made, problem } = await make(deps, file, { copyPath, kind: map?.stated.kind ?? null, attempt })
    if (!made) {
      const state = problem.reason === 'not-a-raster' ? 'NOT_A_MAP' : 'FAILED'
      await record(deps, file, { state, reason: problem.message, facts: null, copy: null })
      if (problem.reason === 'no-space') throw new Error('There is no space left for the copy of a map')
      return
    }
    const { facts, isRounded, copyBytes: bytes, pictures, emailPicture } = made
    const key = viewCopyKey(file.sha256, isRounded)
    await storeDerived(storage, { key, bytes, read: (from, to) => bytesOfFile(copyPath, { from, to }) })
    await storeBytes(storage, mapPictureKey(file.sha256), emailPicture)
    await recordPreview(deps, file, { size: { width: facts.width, height: facts.height }, pictures })
    const isThere = await recordMap(db, file.id, { state: 'READY', reason: null, facts, copy: { key, bytes } })
    // Removed meanwhile, with what had been made of it.
    if (!isThere) await storage.remove({ key })
  })
}

type Making = { copyPath: string; kind: MapKind | null; attempt: Partial<Attempt> }

async function make(
  { db, storage, compute, log }: PrepareDeps,
  file: CheckedFile,
  { copyPath, kind, attempt }: Making,
): Promise<MapOutcome> {
  const { storageKey: key, bytes, fileName } = file
  attempt.report?.('reading', 0)
  const { worldFile, prj } = await findFilesBeside({ db, storage }, file)
  try {
    return await compute.run<typeof mapWork>({
      file: new URL('../../compute/rasters/map-worker.ts', import.meta.url),
      input: { bytes, fileName, copyPath, worldFile, prj, kind },
      readRange: (from, to) => readFully(storage.read({ key, from, to }), to - from),
      report: (fraction) => attempt.report?.('copying', fraction),
      signal: attempt.signal,
      secondsMax: SECONDS_MAX,
    })
  } catch (error) {
    if (error instanceof DamagedObject)
      return { problem: { reason: 'damaged', message: 'The file is damaged on the server.' } }
    if (!(error instanceof OverBudget)) throw error
    log.error({ err: error, fileId: file.id }, 'map exceeded its budget')
    return {
      problem: { reason: 'unsupported', message: 'It takes too much time or memory to be shown as a map.' },
    } as const
  }
}

/** Of what has no copy. */
async function record(deps: PrepareDeps, file: CheckedFile, outcome: Parameters<typeof recordMap>[2]): Promise<void> {
  if ((await recordMap(deps.db, file.id, outcome)) && file.preview === null) await recordPreview(deps, file, null)
}

const KINDS = {
  image: 'a picture',
  map: 'map data of another kind than GeoTIFF',
  table: 'a table',
  document: 'a document',
  model: 'a 3D model',
  'point-cloud': 'a point cloud',
  archive: 'an archive',
  other: 'another kind of file',
} as const

const whatItIs = ({ fileName }: StoredFile): string => `This is ${KINDS[reportFileKind(fileName)]}, not a map.`
