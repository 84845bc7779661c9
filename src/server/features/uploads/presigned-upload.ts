import { randomBytes, randomUUID } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { BodyOf } from '#contract/api.ts'
import type { PresignedUpload } from '#contract/uploads.ts'
import { errorAt } from '#domain/errors.ts'
import { checkFileName, decodeFileName, storedFileName } from '#domain/file-names.ts'
import { PART_URL_TTL_MS, PARTS_MAX, partCount, partRange, smallPartBytes } from '#domain/uploads.ts'
import type { Database, NewUpload, Upload } from '../../adapters/db/schema.ts'
import type { Deps, WithConfig } from '../../deps.ts'
import { listPartialParts, listStoredParts } from './assemble-upload.ts'
import { consumeForParts, type PartLimitDeps } from './part-rate-limit.ts'
import { storeRefOf, targetOf, uploadNotFound } from './queries.ts'

/** The file's name on the client's computer. @throws AppError when the encoding or the name is invalid. */
export function readFileName(encoded: string): string {
  const name = decodeFileName(encoded)
  if (name === undefined) throw errorAt('fileName', 'The file name is not valid URL encoding')
  const problem = checkFileName(name)
  if (problem) throw errorAt('fileName', problem)
  return name
}

/** An own file is of a project, all others are of a request. The parts that a client has counted matter only without the size of the file. */
export type Opening = Pick<NewUpload, 'analysisId' | 'projectId' | 'userId' | 'accountId' | 'kind' | 'fileName'> &
  Pick<BodyOf<'startUpload'>, 'totalChunks' | 'fileSize' | 'fingerprint'> & { remarks?: string }

/** Our own clients send the size of a file; others count its parts by the part size of the specification. */
const partBytesFor = (
  { config, storage }: Pick<Deps, 'storage'> & WithConfig<'partBytes'>,
  fileSize: number | undefined,
): number =>
  fileSize === undefined || storage.resumesParts
    ? config.partBytes
    : Math.min(config.partBytes, smallPartBytes(fileSize))

/** How many parts a file is sent in. @throws AppError when there are too many. */
function countParts(
  deps: Pick<Deps, 'storage'> & WithConfig<'partBytes'>,
  { totalChunks, fileSize }: Pick<Opening, 'totalChunks' | 'fileSize'>,
): number {
  const totalParts = fileSize === undefined ? totalChunks : partCount(fileSize, partBytesFor(deps, fileSize))
  if (totalParts <= PARTS_MAX) return totalParts
  throw errorAt('fileSize', `A file has at most ${PARTS_MAX} parts`)
}

export type OpenDeps = Pick<Deps, 'storage' | 'now'> & WithConfig<'partBytes'>

/** Opens an upload in the object store. Resolves to the row, which is still to be inserted. */
export async function openUpload(deps: OpenDeps, opening: Opening): Promise<NewUpload> {
  const { analysisId, projectId, fileName, fileSize } = opening
  const now = deps.now()
  const partBytes = partBytesFor(deps, fileSize)
  const totalParts = countParts(deps, opening)
  const storageKey = `${analysisId ?? projectId}/${randomBytes(8).toString('hex')}/${storedFileName(fileName, now)}`
  const { uploadId } = await deps.storage.openUpload({ key: storageKey, bytes: fileSize, partBytes })
  // One by one: callers pass on what else came with a call.
  return {
    analysisId,
    projectId,
    userId: opening.userId,
    accountId: opening.accountId,
    kind: opening.kind,
    fileName,
    remarks: opening.remarks ?? '',
    id: randomUUID(),
    storageKey,
    storageUploadId: uploadId,
    totalParts,
    partBytes,
    fileBytes: fileSize ?? null,
    state: 'OPEN',
    receiptsHash: null,
    fingerprint: opening.fingerprint ?? null,
    senderDigest: null,
    receipts: null,
    publish: null,
    answer: null,
    stated: null,
    startedAt: now,
    touchedAt: now,
  }
}

/** Opens an upload in the store, and presents it. `insert` returns its row, or that of another upload to resume instead. */
export async function openOrResume(
  deps: Pick<Deps, 'db'> & OpenDeps & PartLimitDeps,
  opening: Opening,
  insert: (trx: Database, upload: NewUpload) => Promise<Upload>,
): Promise<PresignedUpload> {
  // Before an upload is opened in the store: a rejection would leave it behind.
  await consumeForParts(deps, { userId: opening.userId, totalParts: countParts(deps, opening) })
  const upload = await openUpload(deps, opening)
  let started: Upload | undefined
  try {
    started = await deps.db.transaction().execute((trx) => insert(trx, upload))
    return await createPresignedUpload(deps, started)
  } finally {
    if (started?.id !== upload.id) await abortUnused(deps, upload)
  }
}

/** Never throws, so that the first error is the one reported. `expire-uploads` deletes what a failed abort leaves in the store. */
async function abortUnused({ storage, log }: Pick<Deps, 'storage' | 'log'>, upload: NewUpload): Promise<void> {
  try {
    await storage.discard(storeRefOf(upload))
  } catch (error) {
    log.error({ err: error, uploadId: upload.id }, 'unused upload could not be aborted; expire-uploads will retry')
  }
}

/** A URL for every missing part, and the parts that have arrived. @throws AppError 'too-many'. */
export async function presentUpload(
  deps: Pick<Deps, 'storage' | 'now'> & PartLimitDeps,
  upload: Upload,
): Promise<PresignedUpload> {
  await consumeForParts(deps, upload)
  return createPresignedUpload(deps, upload)
}

/** Like `presentUpload`, for an upload whose rate limit was consumed before it was opened. */
async function createPresignedUpload(deps: Pick<Deps, 'storage' | 'now'>, upload: Upload): Promise<PresignedUpload> {
  const { id: uploadId, storageKey: key, totalParts, partBytes } = upload
  const received = (await listStoredParts(deps, upload)) ?? upload.receipts
  if (!received) throw uploadNotFound()
  const arrived = new Set(received.map((part) => part.partNumber))
  const missing = Array.from({ length: totalParts }, (_, index) => index + 1).filter((number) => !arrived.has(number))
  return {
    preSignedUrl: { preSignedUrls: await signPartUrls(deps, upload, missing), uploadId, key },
    id: targetOf(upload),
    partSize: partBytes,
    received,
    ...(deps.storage.resumesParts ? { incomplete: await listPartialParts(deps, upload) } : {}),
  }
}

/** URLs signed per turn of the event loop. Ten thousand in one turn would block all calls. */
export const URLS_PER_TURN = 250

async function signPartUrls(
  { storage, now }: Pick<Deps, 'storage' | 'now'>,
  { partBytes, fileBytes, ...upload }: Upload,
  parts: readonly number[],
): Promise<Record<string, string>> {
  const expiresAt = new Date(now().getTime() + PART_URL_TTL_MS)
  const sign = async (partNumber: number) => {
    const range = fileBytes === null ? undefined : partRange(partNumber, fileBytes, partBytes)
    const exact = range ? { bytes: range.end - range.start } : {}
    const part = { ...storeRefOf(upload), partNumber, expiresAt, maxBytes: partBytes, ...exact }
    return [String(partNumber), await storage.signPart(part)] as const
  }
  const urls: (readonly [string, string])[] = []
  for (let at = 0; at < parts.length; at += URLS_PER_TURN) {
    if (at > 0) await yieldToEventLoop()
    urls.push(...(await Promise.all(parts.slice(at, at + URLS_PER_TURN).map(sign))))
  }
  return Object.fromEntries(urls)
}
