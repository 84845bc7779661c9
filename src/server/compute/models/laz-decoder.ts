import { createLazPerf, type LazPerf } from 'laz-perf'
import type { DecodeChunk } from '#imagery/points/thin-points.ts'
import { damagedPoints } from '#imagery/points/unreadable-points.ts'
import '../../webassembly.ts'

/** With a memory of its own, which is freed with it. */
export async function openLazDecoder(): Promise<DecodeChunk> {
  const laz = await withoutListeners(() => createLazPerf())
  return (chunk, { format, recordBytes, count }) => {
    try {
      return decode(laz, chunk, { format, recordBytes, count })
    } catch (error) {
      // A number is the address of an exception of its program; the others are those of WebAssembly.
      throw damagedPoints(`a chunk can't be decoded (${error instanceof Error ? error.message : 'it is not valid'})`)
    }
  }
}

type Records = Parameters<DecodeChunk>[1]

/** The records stay valid until the next chunk is decoded. */
function decode(laz: LazPerf, chunk: Uint8Array, { format, recordBytes, count }: Records): Uint8Array {
  const { _malloc: allocate, _free: free } = laz
  const from = allocate(chunk.length)
  const to = allocate(count * recordBytes)
  const decoder = new laz.ChunkDecoder()
  try {
    if (from === 0 || to === 0) throw new Error('too little memory')
    laz.HEAPU8.set(chunk, from)
    decoder.open(format, recordBytes, from)
    for (let index = 0; index < count; index += 1) decoder.getPoint(to + index * recordBytes)
    return laz.HEAPU8.slice(to, to + count * recordBytes)
  } finally {
    decoder.delete()
    free(from)
    free(to)
  }
}

const EVENTS = ['uncaughtException', 'unhandledRejection'] as const

/** Its loader listens for errors of the whole thread, once more for each file. */
async function withoutListeners<Result>(load: () => Promise<Result>): Promise<Result> {
  const before = EVENTS.map((event) => process.rawListeners(event))
  try {
    return await load()
  } finally {
    for (const [index, event] of EVENTS.entries())
      for (const listener of process.rawListeners(event))
        if (!before[index]?.includes(listener)) process.off(event, listener as () => void)
  }
}
