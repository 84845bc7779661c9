// Which photos of an archive are maps: TIFFs whose pixels have a place on Earth.
import type { ReadRange } from '#domain/archive/byte-reader.ts'
import { isGeoTiff } from '#domain/maps.ts'
import { KiB } from '#domain/units.ts'
import { readPhoto } from '../photos/read-photo.ts'
import type { NamedEntry, PhotoEntry } from './archive-entries.ts'
import { boundedReads, withBytes } from './entry-reads.ts'
import type { OpenArchive } from './open-archive.ts'
import { readAhead } from './read-ahead.ts'

type Among = { archive: OpenArchive; size: number; readRange: ReadRange }

const AHEAD_BYTES = KiB(1)

/** Of those, the maps, in their order. What can't be read is none. Rejects with errors of `readRange`. */
export async function findMaps(photos: readonly PhotoEntry[], { archive, ...source }: Among): Promise<NamedEntry[]> {
  const bounded = boundedReads(source)
  const maps: NamedEntry[] = []
  for (const photo of photos) {
    if (!isGeoTiff(photo.name)) continue
    const readRange = readAhead(bounded, { bytes: AHEAD_BYTES, size: source.size })
    const found = await withBytes(photo.entry, { readRange, archive }, (bytes) => readPhoto(bytes))
    if (found && (photo.hasWorldFile || found.photo.isMap)) maps.push(photo)
  }
  return maps
}
