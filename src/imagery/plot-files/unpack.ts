import { unzipSync } from 'fflate'
import { MiB } from '#domain/units.ts'
import { UnreadablePlots } from '../geojson/unreadable-plots.ts'
import { damaged } from './plot-file.ts'

const ENTRIES_MAX = 200
/** Of all that is unpacked. An entry that has more than it states is cut there. */
const BYTES_MAX = MiB(256)
/** Bytes of an entry for each packed one: plots, which are numbers, reach 30. */
const RATIO_MAX = 200
const SMALL = MiB(1)

export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

/** What was unpacked of an archive and of those in it. */
export type Unpacking = { depth: number; count: number; total: number }

/** The wanted entries of a ZIP archive, by their paths. @throws UnreadablePlots */
export function unpack(
  bytes: Uint8Array,
  isWanted: (path: string) => boolean,
  unpacking: Unpacking,
): ReadonlyMap<string, Uint8Array> {
  try {
    const entries = unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        if (name.startsWith('__MACOSX/') || !isWanted(name)) return false
        unpacking.count += 1
        unpacking.total += originalSize
        const isBomb = originalSize > SMALL && originalSize > RATIO_MAX * size
        if (unpacking.count > ENTRIES_MAX || unpacking.total > BYTES_MAX || isBomb)
          throw new UnreadablePlots('This archive unpacks to far more than plots take. Put only their files into it.')
        return true
      },
    })
    return new Map(Object.entries(entries))
  } catch (error) {
    throw error instanceof UnreadablePlots ? error : damaged('ZIP archive')
  }
}
