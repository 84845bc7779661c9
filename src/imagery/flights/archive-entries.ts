// The files of an archive that matter for a flight, and what others lie beside them.
import { UnreadableArchiveError } from '#domain/archive/byte-reader.ts'
import { parseEntryName } from '#domain/archive/entry-names.ts'
import { inspectEntries } from '#domain/archive/inspect-file.ts'
import type { Hazard, Inspection } from '#domain/archive/inspection.ts'
import type { ZipEntry } from '#domain/archive/zip-entries.ts'
import { CHECK_PHOTOS_MAX } from '#domain/flights.ts'
import { formatByName, isToBeRead, readingOrder } from '../control-points/recognise.ts'
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
export type ArchiveEntries = {
  photos: NamedEntry[]
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
  const photos: NamedEntry[] = []
  const files: NamedEntry[] = []
  const hazardous: string[] = []
  const [junk, videos]: Names[] = [nameless(), nameless()]
  let isCut = false
  return {
    add(entry: ZipEntry, hazards: readonly Hazard[]) {
      const { image, isFolder, isJunk, isVideo, isGcpFile } = parseEntryName(entry.name)
      const name = nameOf(entry)
      if (hazards.length > 0 && hazardous.length < CHECK_PHOTOS_MAX) hazardous.push(name)
      if (isJunk && junk) note(junk, name)
      if (isVideo && videos) note(videos, name)
      if (isFolder || isJunk) return
      if (image !== undefined) {
        if (photos.length < PHOTOS_MAX) photos.push({ name, entry })
        else isCut = true
      } else if (isGcpFile || isToBeRead(name) || formatByName(name)) keep(files, { name, entry })
    },
    result: (inspection: Inspection): ArchiveEntries => ({
      photos,
      isCut,
      files,
      others: { inspection, hazardous, junk: junk ?? nameless(), videos: videos ?? nameless() },
    }),
  }
}

const nameless = (): Names => ({ count: 0, first: [] })

export const NO_OTHER_FILES: OtherFiles = {
  inspection: { type: null, contents: null, hazards: {} },
  hazardous: [],
  junk: nameless(),
  videos: nameless(),
}

function note(names: Names, name: string): void {
  names.count += 1
  if (names.first.length < CHECK_PHOTOS_MAX) names.first.push(name)
}

/** In their order, as many as are wanted. */
function keep(files: NamedEntry[], file: NamedEntry): void {
  const order = readingOrder(file.name)
  const at = files.findIndex(({ name }) => readingOrder(name) > order)
  files.splice(at < 0 ? files.length : at, 0, file)
  if (files.length > FILES_MAX) files.pop()
}

/** Names that don't say that they are UTF-8 often are; other bytes are taken for Latin-1. */
export function nameOf({ name }: ZipEntry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(name, (letter) => letter.charCodeAt(0)))
  } catch {
    return name
  }
}
