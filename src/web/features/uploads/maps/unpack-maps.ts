import { createByteReader, UnreadableArchiveError } from '#domain/archive/byte-reader.ts'
import { parseEntryName } from '#domain/archive/entry-names.ts'
import type { ZipEntry } from '#domain/archive/zip-entries.ts'
import { isBesideMap, isGeoTiff } from '#domain/maps.ts'
import { isDeflate64, isReadable, obstacleOf, STORED } from '#imagery/flights/entry-bytes.ts'
import { inflate64 } from '#imagery/flights/inflate64.ts'
import { nameDecoder } from '#imagery/flights/legacy-names.ts'
import { openArchive } from '#imagery/flights/open-archive.ts'

const FILES_MAX = 200

/** The GeoTIFFs of a ZIP archive, and what says where they lie, as files of their own. Rejects with an error for people. */
export async function unpackMaps(archive: File, report: (fraction: number) => void): Promise<File[]> {
  const readRange = async (from: number, to: number) => new Uint8Array(await archive.slice(from, to).arrayBuffer())
  const opened = await openArchive(createByteReader(archive.size, readRange)).catch((error: unknown) => {
    if (error instanceof UnreadableArchiveError) throw new Error(DAMAGED)
    throw error
  })
  if (typeof opened === 'string') throw new Error(opened === 'split' ? SPLIT : NOT_ONE)
  const entries: ZipEntry[] = []
  for await (const entry of opened.listing.entries()) if (isWanted(entry)) entries.push(entry)
  if (!entries.some(({ name }) => isGeoTiff(name))) throw new Error('There is no GeoTIFF in this archive.')
  if (entries.length > FILES_MAX) throw new Error(`At most ${FILES_MAX} maps can be taken from one archive. Split it.`)
  const nameOf = nameDecoder(entries)
  const files: File[] = []
  for (const entry of entries) {
    const name = nameOf(entry).split(/[/\\]/).at(-1) ?? entry.name
    if (!isReadable(entry)) throw new Error(`${name} is ${obstacleOf(entry)}`)
    const { from, to } = await opened.place(entry, readRange).catch(() => Promise.reject(new Error(DAMAGED)))
    const bytes = await unpacked(entry, archive.slice(from, to)).catch(() => Promise.reject(new Error(DAMAGED)))
    if (bytes.size !== entry.unpackedBytes) throw new Error(DAMAGED)
    files.push(new File([bytes], name, { lastModified: archive.lastModified }))
    report(files.length / entries.length)
  }
  return files
}

const DAMAGED = 'The archive is damaged or incomplete.'
const SPLIT = 'This is one part of a split archive. Put everything into one archive.'
const NOT_ONE = 'This is not an archive that can be opened here. Choose a ZIP archive, or the GeoTIFF files themselves.'

function isWanted({ name }: ZipEntry): boolean {
  const { isFolder, isJunk } = parseEntryName(name)
  return !isFolder && !isJunk && (isGeoTiff(name) || isBesideMap(name))
}

/** What is stored lies in the archive as it is. The rest is kept by the browser, on disk where it is large. */
async function unpacked(entry: ZipEntry, packed: Blob): Promise<Blob> {
  if (entry.method === STORED) return packed
  const { unpackedBytes } = entry
  if (!isDeflate64(entry))
    return blobOf(packed.stream().pipeThrough(new DecompressionStream('deflate-raw')), unpackedBytes)
  const pieces = inflate64(chunksOf(packed))
  return blobOf(
    new ReadableStream<Uint8Array<ArrayBuffer>>({
      async pull(controller) {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(value.slice())
      },
    }),
    unpackedBytes,
  )
}

/** Rejects as soon as there are more bytes than the archive states. */
function blobOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>, bytesMax: number): Promise<Blob> {
  let left = bytesMax
  const bounded = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      left -= chunk.length
      if (left < 0) controller.error(new Error(DAMAGED))
      else controller.enqueue(chunk)
    },
  })
  return new Response(stream.pipeThrough(bounded)).blob()
}

async function* chunksOf(blob: Blob): AsyncGenerator<Uint8Array> {
  const reader = blob.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
