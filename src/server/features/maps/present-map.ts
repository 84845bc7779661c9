import type { MapItem } from '#contract/maps.ts'
import type { MadeBy } from '#contract/reports.ts'
import { MAP_MAKER, type MapOrigin, takenOnFromName } from '#domain/maps.ts'
import { whyNoPlace } from '#imagery/rasters/place.ts'
import type { StoredFile, StoredMap } from '../../adapters/db/schema.ts'
import { progressOf } from '../../adapters/queue/work.ts'
import type { Deps } from '../../deps.ts'
import { prepareMapJob } from '../files/derived.ts'
import { type DownloadDeps, steadilySignedUntil } from '../files/download-signing.ts'
import { signPreviewUrls } from '../files/preview-link.ts'
import { isStored } from '../files/store-derived.ts'
import { withStated } from './with-stated.ts'

type PresentDeps = Pick<Deps, 'db' | 'storage' | 'queue'> & DownloadDeps

/** A map as people are shown it. A copy that was thrown away is made again. */
export async function presentMap(
  deps: PresentDeps,
  file: StoredFile & { purgeOn?: Date | null },
  { map, madeBy, reviewedBy }: { map: StoredMap | undefined; madeBy: MadeBy | null; reviewedBy: string | null },
): Promise<MapItem> {
  const stated = map?.stated ?? {}
  const facts = map?.facts ? withStated(map.facts, stated) : null
  const link = file.virusScan === 'infected' ? null : await signViewUrl(deps, map)
  const isLost = map?.state === 'READY' && !link
  const { state, reason } = stateOf(file, isLost ? undefined : map)
  const noPlace = state === 'READY' && facts ? whyNoPlace(facts) : null
  return {
    mapId: file.id,
    fileId: file.id,
    origin: originOf(file),
    madeWith: facts?.madeWith ?? null,
    reviewedBy,
    fileName: file.fileName,
    state,
    reason: reason ?? noPlace,
    fraction: state === 'PREPARING' ? await prepareFurther(deps, file) : 1,
    runId: file.runId,
    madeBy,
    purpose: file.purpose,
    isProduct: file.kind === 'PRODUCT',
    isPublished: file.publishedAt !== null,
    kind: facts?.kind ?? null,
    width: facts?.width ?? null,
    height: facts?.height ?? null,
    bands: facts?.bands.map(({ role }) => role) ?? null,
    bandNames: facts?.bands.map(({ name }) => name) ?? null,
    areBandsAssumed: facts?.areBandsAssumed ?? false,
    looksNearInfrared: facts?.looksNearInfrared ?? false,
    scalings: facts?.bands.map(({ scaling }) => (scaling ? [...scaling] : null)) ?? null,
    sampleType: facts?.sampleType ?? null,
    isPicture: facts?.isPicture ?? null,
    epsg: facts?.crs?.epsg ?? null,
    crs: facts?.crs ?? null,
    transform: facts?.transform ? [...facts.transform] : null,
    gsdCm: facts?.gsdCm ?? null,
    bounds: facts?.bounds ? [...facts.bounds] : null,
    nodata: facts?.nodata ?? null,
    ranges: facts?.ranges.map((range) => range && [...range]) ?? null,
    thumbnailUrl: signPreviewUrls(deps, file)?.small ?? null,
    takenOn: stated.takenOn ?? takenOnFromName(file.fileName, file.createdAt),
    reflectance: stated.reflectance ?? null,
    standsForOne: stated.standsForOne ?? null,
    originalBytes: file.bytes,
    bytes: link ? (map?.copy?.bytes ?? null) : null,
    url: link?.url ?? null,
    purgeOn: file.purgeOn?.toISOString() ?? null,
    expiresTime: link?.expiresAt.toISOString() ?? null,
  }
}

export const originOf = ({ kind, runId }: Pick<StoredFile, 'kind' | 'runId'>): MapOrigin =>
  kind === 'OWN' ? 'own' : runId === null ? 'report' : 'run'

function stateOf({ virusScan, damagedAt }: StoredFile, map: StoredMap | undefined): Pick<MapItem, 'state' | 'reason'> {
  if (virusScan === 'infected') return { state: 'FAILED', reason: 'The virus scanner found a threat in this file.' }
  if (damagedAt) return { state: 'FAILED', reason: 'This file is damaged on the server.' }
  if (!map || map.maker !== MAP_MAKER) return { state: 'PREPARING', reason: null }
  return { state: map.state, reason: map.reason }
}

/** How much of the preparation is done. Enqueues it when nothing does it: for a file of an older version, or a copy that is lost. */
async function prepareFurther({ db, queue }: PresentDeps, { id: fileId, sha256 }: StoredFile): Promise<number> {
  const work = await progressOf(db, prepareMapJob, fileId)
  if (sha256 !== null && (!work || work.endedAt)) await queue.enqueue(db, prepareMapJob, { fileId })
  return work?.state === 'RUNNING' ? work.fraction : 0
}

type CopyDeps = Pick<Deps, 'storage' | 'now' | 'signedUrlMs'>

/** Null when the copy is not there. */
export async function signViewUrl(deps: CopyDeps, map: Pick<StoredMap, 'state' | 'copy'> | undefined) {
  const { storage, signedUrlMs } = deps
  if (map?.state !== 'READY' || !map.copy || !(await isStored(storage, map.copy.key))) return null
  const expiresAt = steadilySignedUntil(deps)
  const { key } = map.copy
  const cacheSeconds = signedUrlMs / 1000
  const url = await storage.signDownload({ key, fileName: 'map.tif', expiresAt, inline: 'image/tiff', cacheSeconds })
  return { url, expiresAt }
}
