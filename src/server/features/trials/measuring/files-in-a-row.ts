import type { ReadRange } from '#domain/archive/byte-reader.ts'
import type { PlacedBytes } from '#imagery/traits/on-maps/open-map.ts'
import type { Storage } from '../../../adapters/storage/storage.ts'
import { readFully } from '../../files/read-fully.ts'
import type { Source } from './sources-of-flight.ts'

/** A worker reads ranges of one file: maps lie in it one after another. */
export function filesInARow(storage: Pick<Storage, 'read'>): {
  place: (source: Source) => PlacedBytes
  readRange: ReadRange
} {
  const files: { key: string; start: number }[] = []
  let end = 0
  return {
    place: ({ storageKey: key, bytes, fileName, facts }) => {
      const start = end
      end += bytes
      files.push({ key, start })
      return { start, bytes, fileName, facts }
    },
    readRange: (from, to) => {
      const file = files.findLast(({ start }) => start <= from)
      if (!file) throw new Error(`There is no file at byte ${from}`)
      const { key, start } = file
      return readFully(storage.read({ key, from: from - start, to: to - start }), to - from)
    },
  }
}
