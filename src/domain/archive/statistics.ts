import { GiB } from '../units.ts'
import { type ImageKind, nameHash, parseEntryName } from './entry-names.ts'
import type { Contents, Hazard, Inspection } from './inspection.ts'
import { createNumberList } from './numbers.ts'
import type { ZipEntry } from './zip-entries.ts'

/** Larger archives are not unpacked; the file is kept. */
export const UNPACKED_BYTES_MAX = GiB(10 * 1024)
/** Photos hardly compress, and tables by a factor of 10 or 20. */
const ZIP_BOMB = { ratio: 100, bytes: GiB(1) }

/** The offset of the archive in the file, and the end of its entries. */
type Position = { shift: number; end: number }

type ArchiveStatistics = {
  /** @returns the hazards of the entry itself */
  add: (entry: ZipEntry) => readonly Hazard[]
  result: (about: { size: number; isWhole: boolean; position?: Position | undefined }) => {
    contents: Contents
    hazards: Inspection['hazards']
  }
}

/** Collects statistics while entries are read. It keeps three numbers of each entry until the result. */
export function createStatistics(): ArchiveStatistics {
  const images: Record<ImageKind, number> = { jpeg: 0, tiff: 0, raw: 0, otherImages: 0 }
  const hazards = new Map<Hazard, number>()
  const [names, starts, ends] = [createNumberList(), createNumberList(), createNumberList()]
  let [files, unpackedBytes, gcpFile] = [0, 0, false]

  const record = (hazard: Hazard, count = 1) => {
    if (count > 0) hazards.set(hazard, (hazards.get(hazard) ?? 0) + count)
  }
  return {
    add(entry) {
      const name = parseEntryName(entry.name)
      const found = hazardsOf(entry, name)
      for (const hazard of found) record(hazard)
      names.add(nameHash(entry.name))
      starts.add(entry.from)
      ends.add(entry.to)
      unpackedBytes += entry.unpackedBytes
      gcpFile ||= name.isGcpFile
      if (!name.isFolder) files += 1
      if (name.image) images[name.image] += 1
      return found
    },
    result({ size, isWhole, position }) {
      record('duplicates', names.countEqual())
      if (position) {
        record('overlapping', starts.countBefore(ends))
        if (ends.largest() + position.shift > position.end) record('damaged')
      }
      if (unpackedBytes > UNPACKED_BYTES_MAX) record('too-large')
      if (unpackedBytes > ZIP_BOMB.bytes && unpackedBytes > size * ZIP_BOMB.ratio) record('bomb')
      const bytes = Math.min(unpackedBytes, Number.MAX_SAFE_INTEGER)
      return {
        contents: { files, ...images, gcpFile, unpackedBytes: bytes, isWhole },
        hazards: Object.fromEntries(hazards),
      }
    },
  }
}

function hazardsOf(entry: ZipEntry, name: ReturnType<typeof parseEntryName>): Hazard[] {
  const is: Partial<Record<Hazard, boolean>> = {
    encrypted: entry.isEncrypted,
    outside: name.leadsOutside,
    symlinks: entry.isSymlink,
    backslashes: name.hasBackslash,
    'control-characters': name.hasControl,
    unchecked: !entry.hasChecksum,
    nested: name.isArchive,
  }
  return Object.entries(is).flatMap(([hazard, has]) => (has ? [hazard as Hazard] : []))
}
