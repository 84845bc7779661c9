import { GiB } from '../units.ts'
import { type ImageKind, nameHash, readName } from './entry-names.ts'
import type { Contents, Hazard, Inspection } from './inspection.ts'
import { openNumbers } from './numbers.ts'
import type { ZipEntry } from './zip-entries.ts'

/** More than this is refused by whoever unpacks; the file itself stays. */
export const UNPACKED_BYTES_MAX = GiB(10 * 1024)
/** Photos hardly shrink, and tables by a factor of 10 or 20. */
const BOMB = { ratio: 100, bytes: GiB(1) }

/** Where the bytes of the entries may lie. */
type Place = { shift: number; end: number }

export type Tally = {
  add: (entry: ZipEntry) => void
  result: (about: { size: number; isWhole: boolean; place?: Place | undefined }) => {
    contents: Contents
    hazards: Inspection['hazards']
  }
}

/** Counts entries as they pass by. Of each only three numbers stay, and these only to the end. */
export function openTally(): Tally {
  const images: Record<ImageKind, number> = { jpeg: 0, tiff: 0, raw: 0, otherImages: 0 }
  const hazards = new Map<Hazard, number>()
  const [names, starts, ends] = [openNumbers(), openNumbers(), openNumbers()]
  let [files, unpackedBytes, gcpFile] = [0, 0, false]

  const note = (hazard: Hazard, count = 1) => {
    if (count > 0) hazards.set(hazard, (hazards.get(hazard) ?? 0) + count)
  }
  return {
    add(entry) {
      const name = readName(entry.name)
      for (const hazard of hazardsOf(entry, name)) note(hazard)
      names.add(nameHash(entry.name))
      starts.add(entry.from)
      ends.add(entry.to)
      unpackedBytes += entry.unpackedBytes
      gcpFile ||= name.isGcpFile
      if (!name.isFolder) files += 1
      if (name.image) images[name.image] += 1
    },
    result({ size, isWhole, place }) {
      note('duplicates', names.countEqual())
      if (place) {
        note('overlapping', starts.countBefore(ends))
        if (ends.largest() + place.shift > place.end) note('damaged')
      }
      if (unpackedBytes > UNPACKED_BYTES_MAX) note('too-large')
      if (unpackedBytes > BOMB.bytes && unpackedBytes > size * BOMB.ratio) note('bomb')
      const bytes = Math.min(unpackedBytes, Number.MAX_SAFE_INTEGER)
      return {
        contents: { files, ...images, gcpFile, unpackedBytes: bytes, isWhole },
        hazards: Object.fromEntries(hazards),
      }
    },
  }
}

function hazardsOf(entry: ZipEntry, name: ReturnType<typeof readName>): Hazard[] {
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
