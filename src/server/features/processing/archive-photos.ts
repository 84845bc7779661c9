import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { createByteReader, UnreadableArchiveError } from '#domain/archive/byte-reader.ts'
import { isHostile } from '#domain/archive/inspection.ts'
import type { NamedEntry } from '#imagery/flights/archive-entries.ts'
import { isDeflate64, STORED } from '#imagery/flights/entry-bytes.ts'
import { inflate64 } from '#imagery/flights/inflate64.ts'
import { type OpenArchive, openArchive } from '#imagery/flights/open-archive.ts'
import type { StoredFile } from '../../adapters/db/schema.ts'
import { type EngineFile, type EnginePhoto, RunFailed } from '../../adapters/engines/engine.ts'
import type { ContentOutcome, work as contentWork } from '../../compute/photos/run-photos-worker.ts'
import { OverBudget } from '../../compute/pool.ts'
import type { Deps } from '../../deps.ts'
import { readFully } from '../files/read-fully.ts'

type ReadDeps = Pick<Deps, 'storage' | 'compute'>
type Archive = Pick<StoredFile, 'storageKey' | 'bytes' | 'inspection'>
type Reading = { log: (line: string) => void; signal: AbortSignal }

const NEW_ARCHIVE = 'Ask the customer for another archive: reject the request with a message.'
const PROBLEMS = {
  none: 'The archive is neither a ZIP nor a TAR that is not compressed, so no photos can be read from it.',
  split: 'The archive is one part of several, so no photos can be read from it.',
  damaged: 'The archive is damaged, so its photos can not be read.',
  slow: 'Listing the photos of the archive took too long.',
}
const HOSTILE = 'What the archive holds is far larger than itself, or lies on top of itself, so it is not unpacked.'
const ONLY_MAPS = 'There are no photos in the archive, only finished maps with a place on Earth.'
const ATTACH_MAPS = 'To measure plots on these maps, attach them to the report of the request, and add them to a trial.'
const NAMED_MAX = 5

/** The photos of an archive, read from storage when an engine asks for them, and the files beside them that engines use. @throws RunFailed */
export async function photosOf(
  deps: ReadDeps,
  file: Archive,
  { log, signal }: Reading,
): Promise<{ photos: EnginePhoto[]; files: EngineFile[] }> {
  if (file.inspection && isHostile(file.inspection)) throw new RunFailed(HOSTILE, { advice: NEW_ARCHIVE })
  const { content, problem } = await listContent(deps, file, signal)
  if (!content) throw new RunFailed(PROBLEMS[problem], { advice: NEW_ARCHIVE })
  const { photos, isCut, leftOut, maps, controlPoints, positions, notPassed } = content
  if (leftOut.length > 0) log(`Left out, because they can't be read or their names can't be used: ${namesOf(leftOut)}.`)
  if (maps.length > 0)
    log(`Left out, because they are finished maps with a place on Earth, not photos: ${namesOf(maps)}.`)
  if (isCut) log(`There are more than ${photos.length} photos. Those after them are left out.`)
  for (const line of notPassed) log(line)
  if (photos.length === 0)
    throw maps.length > 0
      ? new RunFailed(ONLY_MAPS, { advice: ATTACH_MAPS, evidence: maps.slice(0, NAMED_MAX) })
      : new RunFailed('There are no photos in the archive.', { advice: NEW_ARCHIVE })
  const archive = await openArchive(createByteReader(file.bytes, rangesOf(deps, file)))
  if (typeof archive === 'string') throw new RunFailed(PROBLEMS[archive], { advice: NEW_ARCHIVE })
  for (const { name } of controlPoints) log(`${name} is used: ground control points with marks in the photos.`)
  return {
    photos: photos.map((photo) => ({
      name: photo.name,
      bytes: photo.entry.unpackedBytes,
      position: positions.get(photo.name) ?? null,
      open: () => readPhoto(deps, { file, archive, photo }),
    })),
    files: controlPoints,
  }
}

type Listed = ContentOutcome | { content: null; problem: 'slow' }

/** On a worker thread: an archive may have half a million entries. */
async function listContent({ compute, ...deps }: ReadDeps, file: Archive, signal: AbortSignal): Promise<Listed> {
  const worker = new URL('../../compute/photos/run-photos-worker.ts', import.meta.url)
  try {
    return await compute.run<typeof contentWork>({
      file: worker,
      input: { size: file.bytes },
      readRange: rangesOf(deps, file),
      signal,
    })
  } catch (error) {
    if (error instanceof OverBudget) return { content: null, problem: 'slow' }
    throw error
  }
}

const rangesOf =
  ({ storage }: Pick<Deps, 'storage'>, { storageKey: key }: Archive) =>
  (from: number, to: number): Promise<Uint8Array> =>
    readFully(storage.read({ key, from, to }), to - from)

type Photo = { file: Archive; archive: OpenArchive; photo: NamedEntry }

/** Its bytes as they come from storage; a packed one is unpacked on the way. @throws RunFailed when they are not what the archive says */
async function* readPhoto(deps: Pick<Deps, 'storage'>, { file, archive, photo }: Photo): AsyncIterable<Uint8Array> {
  const { entry, name } = photo
  const { from, to } = await archive.place(entry, rangesOf(deps, file)).catch((error: unknown) => {
    throw error instanceof UnreadableArchiveError ? damaged(name) : error
  })
  const packed = deps.storage.read({ key: file.storageKey, from, to })
  let bytes = 0
  for await (const piece of entry.method === STORED ? packed : unpack(packed, photo)) {
    bytes += piece.length
    if (bytes > entry.unpackedBytes) throw damaged(name)
    yield piece
  }
  if (bytes !== entry.unpackedBytes) throw damaged(name)
}

async function* unpack(packed: AsyncIterable<Uint8Array>, { entry, name }: NamedEntry): AsyncIterable<Uint8Array> {
  let cause: unknown
  // A piece keeps its bytes only until the next one is asked for.
  const copied = async function* () {
    try {
      for await (const piece of packed) yield Uint8Array.from(piece)
    } catch (error) {
      cause = error
      throw error
    }
  }
  try {
    yield* isDeflate64(entry) ? inflate64(copied()) : inflate(copied())
  } catch {
    throw cause ?? damaged(name)
  }
}

async function* inflate(packed: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const source = Readable.from(packed, { objectMode: false })
  const stream = createInflateRaw()
  source.once('error', (error) => stream.destroy(error))
  try {
    yield* source.pipe(stream) as AsyncIterable<Uint8Array>
  } finally {
    source.destroy()
    stream.destroy()
  }
}

const damaged = (name: string): RunFailed =>
  new RunFailed(`${name} is damaged in the archive.`, { advice: NEW_ARCHIVE, evidence: [name] })

function namesOf(names: readonly string[]): string {
  const first = names.slice(0, NAMED_MAX).join(', ')
  return names.length > NAMED_MAX ? `${first} and ${names.length - NAMED_MAX} more` : first
}
