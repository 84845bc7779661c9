import { createByteReader, UnreadableArchiveError } from '#domain/archive/byte-reader.ts'
import { parseEntryName } from '#domain/archive/entry-names.ts'
import type { ZipEntry } from '#domain/archive/zip-entries.ts'
import { MiB } from '#domain/units.ts'
import { type ArchiveFile, type ControlPointSource, lastPart } from '#imagery/control-points/control-point-source.ts'
import { type PhotoPosition, photoPositionsOf } from '#imagery/control-points/photo-positions.ts'
import { isToBeRead, recognise } from '#imagery/control-points/recognise.ts'
import { listEntries, type NamedEntry } from '#imagery/flights/archive-entries.ts'
import { isReadable } from '#imagery/flights/entry-bytes.ts'
import { withBytes } from '#imagery/flights/entry-reads.ts'
import { findMaps } from '#imagery/flights/find-maps.ts'
import { openArchive } from '#imagery/flights/open-archive.ts'
import { crsOfEpsg } from '../crs/crs-of-epsg.ts'
import { defineThreadWork } from '../thread-work.ts'

type PhotosSource = { size: number }

/** What an archive has for an engine. */
export type ArchiveContent = {
  photos: NamedEntry[]
  /** There are more photos than are listed. */
  isCut: boolean
  /** Encrypted, packed in a way that is not read, too large, or with a name that another one has or that leads outside. */
  leftOut: string[]
  /** Finished maps among the photos, which no map can be made of. */
  maps: string[]
  /** Ground control points with marks in the photos. */
  controlPoints: { name: string; content: Uint8Array }[]
  /** By the name of a photo: where files say that it was taken. */
  positions: ReadonlyMap<string, PhotoPosition>
  /** Files that tell places, and why they are not passed on; sentences for people. */
  notPassed: string[]
}
export type ContentOutcome =
  | { content: ArchiveContent; problem: null }
  | { content: null; problem: 'none' | 'split' | 'damaged' }

const PHOTO_BYTES_MAX = MiB(512)
const FILE_BYTES_MAX = MiB(4)

export const work = defineThreadWork(async ({ size }: PhotosSource, readRange): Promise<ContentOutcome> => {
  try {
    const archive = await openArchive(createByteReader(size, readRange))
    if (archive === 'none' || archive === 'split') return { content: null, problem: archive }
    const { photos, isCut, files } = await listEntries(archive)
    const maps = await findMaps(photos, { archive, size, readRange })
    const isMap = new Set(maps)
    const { usable, leftOut } = choosePhotos(photos.filter((photo) => !isMap.has(photo)))
    const safe = files.filter(({ entry }) => isSafe(entry))
    const read = await Promise.all(safe.map((file) => readFile(file, { archive, readRange })))
    const names = usable.map(({ name }) => name)
    const content = { photos: usable, isCut, leftOut, maps: maps.map(({ name }) => name), ...chooseFiles(read, names) }
    return { content, problem: null }
  } catch (error) {
    if (error instanceof UnreadableArchiveError) return { content: null, problem: 'damaged' }
    throw error
  }
})

/** Names that lead outside of a folder, or obey a terminal, are not handed to an engine. */
function isSafe({ name, isSymlink }: ZipEntry): boolean {
  const { leadsOutside, hasControl } = parseEntryName(name)
  return !leadsOutside && !hasControl && !isSymlink
}

/** Of photos with the same name the first one counts, as for a program that unpacks the archive without overwriting. */
function choosePhotos(photos: readonly NamedEntry[]): { usable: NamedEntry[]; leftOut: string[] } {
  const usable = new Map<string, NamedEntry>()
  const leftOut: string[] = []
  for (const { name: given, entry } of photos) {
    const name = given.replaceAll('\\', '/')
    const isGood = isReadable(entry) && entry.unpackedBytes <= PHOTO_BYTES_MAX && isSafe(entry)
    if (isGood && !usable.has(name)) usable.set(name, { name, entry })
    else leftOut.push(given)
  }
  return { usable: [...usable.values()], leftOut }
}

async function readFile({ name, entry }: NamedEntry, from: Parameters<typeof withBytes>[1]): Promise<ArchiveFile> {
  if (!isToBeRead(name) || entry.unpackedBytes > FILE_BYTES_MAX) return { name, bytes: null }
  const bytes = await withBytes(entry, from, async (opened) =>
    Uint8Array.from(await opened.readRange(0, entry.unpackedBytes)),
  )
  return { name, bytes: bytes ?? null }
}

/** Engines read OpenDroneMap's list of points with their marks. Points alone can't be found in photos. */
function chooseFiles(files: readonly ArchiveFile[], names: readonly string[]) {
  const photos = new Set(names.map((name) => lastPart(name).toLowerCase()))
  const ofPhotos: ControlPointSource[] = []
  const controlPoints: ArchiveContent['controlPoints'] = []
  const notPassed: string[] = []
  for (const file of files) {
    const source = recognise(file, crsOfEpsg)
    if (!source || ['ppk', 'micasense', 'plot-boundaries', 'flight-plan'].includes(source.format)) continue
    if (source.format === 'dji-mrk' || source.format === 'photo-positions') {
      ofPhotos.push(source)
      continue
    }
    const isMarked = source.marks.some(({ photo }) => photos.has(lastPart(photo).toLowerCase()))
    if (source.format === 'odm-gcp' && file.bytes && isMarked)
      controlPoints.push({ name: file.name, content: file.bytes })
    else notPassed.push(`${file.name} is not used: ${whyNot(source, isMarked)}.`)
  }
  const positions = photoPositionsOf(ofPhotos, names, crsOfEpsg)
  if (positions.size === names.length) return { controlPoints, positions, notPassed }
  for (const { file } of ofPhotos)
    notPassed.push(
      `${file} is not used: of ${names.length} photos, files say where ${positions.size} were taken, and how exactly. With some of them only, heights of two systems would be mixed.`,
    )
  return { controlPoints, positions: new Map<string, PhotoPosition>(), notPassed }
}

function whyNot({ marks }: ControlPointSource, isMarked: boolean): string {
  if (marks.length === 0) return 'its points are not marked in the photos'
  if (!isMarked) return 'none of the photos in which it marks points is in the archive'
  return 'engines read marks in the format of OpenDroneMap only'
}
