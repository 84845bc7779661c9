// The files of an archive that matter for a flight, and what others lie beside them.
import { UnreadableArchiveError } from '#domain/archive/byte-reader.ts'
import { parseEntryName } from '#domain/archive/entry-names.ts'
import { inspectEntries } from '#domain/archive/inspect-file.ts'
import type { Hazard, Inspection } from '#domain/archive/inspection.ts'
import type { ZipEntry } from '#domain/archive/zip-entries.ts'
import { CHECK_PHOTOS_MAX } from '#domain/flights.ts'
import { isGeoTiff, isWorldFile } from '#domain/maps.ts'
import { formatByName, isToBeRead, readingOrder } from '../control-points/recognise.ts'
import { nameDecoder } from './legacy-names.ts'
import type { OpenArchive } from './open-archive.ts'

export type OtherFiles = {
  /** The same as the inspection of an archive finds. */
  inspection: Inspection
  /** The first entries with a hazard. */
  hazardous: string[]
  /** What systems add, and videos. */
  junk: Names
  videos: Names
}

/** How many there are, and the first of them. */
export type Names = { count: number; first: string[] }

export type NamedEntry = { name: string; entry: ZipEntry }
/** `hasWorldFile`: a file beside it says where its pixels lie, so it is a map. */
export type PhotoEntry = NamedEntry & { hasWorldFile: boolean }
/** Names are read when all are known. */
type Noted = { count: number; first: ZipEntry[] }
export type ArchiveEntries = {
  photos: PhotoEntry[]
  /** There are more photos than are read. */
  isCut: boolean
  /** Those that may tell places, the most likely ones first. */
  files: NamedEntry[]
  others: OtherFiles
}

const PHOTOS_MAX = 20_000
const FILES_MAX = 50

/** Rejects with UnreadableArchiveError where the list is damaged from its start. */
export async function listEntries({ type, listing: entries }: OpenArchive): Promise<ArchiveEntries> {
  const listing = createListing()
  const { contents, hazards } = await inspectEntries(entries, (entry, found) => listing.add(entry, found))
  if (contents === null && hazards.damaged) throw new UnreadableArchiveError('damaged')
  return listing.result({ type, contents, hazards })
}

function createListing() {
  const photos: ZipEntry[] = []
  const files: ZipEntry[] = []
  const hazardous: ZipEntry[] = []
  const worldFiles = new Set<string>()
  const [junk, videos]: [Noted, Noted] = [nameless(), nameless()]
  let isCut = false
  return {
    add(entry: ZipEntry, hazards: readonly Hazard[]) {
      const { image, isFolder, isJunk, isVideo, isGcpFile } = parseEntryName(entry.name)
      if (hazards.length > 0 && hazardous.length < CHECK_PHOTOS_MAX) hazardous.push(entry)
      if (isJunk) note(junk, entry)
      if (isVideo) note(videos, entry)
      if (isFolder || isJunk) return
      if (image !== undefined) {
        if (photos.length < PHOTOS_MAX) photos.push(entry)
        else isCut = true
      } else if (isWorldFile(entry.name)) {
        if (worldFiles.size < PHOTOS_MAX) worldFiles.add(stemOf(entry.name))
      } else if (isGcpFile || isToBeRead(entry.name) || formatByName(entry.name)) keep(files, entry)
    },
    result: (inspection: Inspection): ArchiveEntries => {
      const nameOf = nameDecoder([...photos, ...files, ...hazardous, ...junk.first, ...videos.first])
      const named = (entries: readonly ZipEntry[]) => entries.map((entry) => ({ name: nameOf(entry), entry }))
      const names = ({ count, first }: Noted): Names => ({ count, first: first.map(nameOf) })
      return {
        photos: named(photos).map((photo) => ({
          ...photo,
          hasWorldFile: isGeoTiff(photo.entry.name) && worldFiles.has(stemOf(photo.entry.name)),
        })),
        isCut,
        files: named(files),
        others: { inspection, hazardous: hazardous.map(nameOf), junk: names(junk), videos: names(videos) },
      }
    },
  }
}

const stemOf = (name: string): string => name.toLowerCase().replace(/\.[^.]*$/, '')

const nameless = () => ({ count: 0, first: [] })

export const NO_OTHER_FILES: OtherFiles = {
  inspection: { type: null, contents: null, hazards: {} },
  hazardous: [],
  junk: nameless(),
  videos: nameless(),
}

function note(noted: Noted, entry: ZipEntry): void {
  noted.count += 1
  if (noted.first.length < CHECK_PHOTOS_MAX) noted.first.push(entry)
}

/** In their order, as many as are wanted. */
function keep(files: ZipEntry[], file: ZipEntry): void {
  const order = readingOrder(file.name)
  const at = files.findIndex(({ name }) => readingOrder(name) > order)
  files.splice(at < 0 ? files.length : at, 0, file)
  if (files.length > FILES_MAX) files.pop()
}
