import { MiB } from '#domain/units.ts'
import type { Compute } from '../pool.ts'
import type { Digests } from './digests.ts'
import type { work as hashWork } from './hash-worker.ts'

/** Slower than any processor hashes: only a thread that hangs takes longer. */
const BYTES_PER_SECOND_MIN = MiB(10)

type Stream = {
  pieces: AsyncIterable<Uint8Array>
  /** How many are expected. */
  bytes: number
  /** Called with each piece before the next one is read. */
  each?: (piece: Uint8Array) => Promise<unknown>
  signal?: AbortSignal | undefined
}

/** Reads once, in order, and computes the digests on a worker thread while the main thread reads ahead. */
export async function digestStream(compute: Compute, { pieces, bytes, each, signal }: Stream): Promise<Digests> {
  const source = pieces[Symbol.asyncIterator]()
  const take = async (): Promise<Uint8Array> => {
    const next = await source.next()
    if (next.done) return new Uint8Array()
    // The store reuses its buffer. `slice` of a Buffer would not copy.
    const piece = new Uint8Array(next.value)
    await each?.(next.value)
    return piece
  }
  const takeAhead = () => {
    const taken = take()
    // `readRange` throws its error; after the end nothing awaits it.
    taken.catch(() => undefined)
    return taken
  }
  let ahead = takeAhead()
  try {
    return await compute.run<typeof hashWork>({
      file: new URL('hash-worker.ts', import.meta.url),
      input: null,
      readRange: async () => {
        const piece = await ahead
        if (piece.length > 0) ahead = takeAhead()
        return piece
      },
      signal,
      secondsMax: 60 + bytes / BYTES_PER_SECOND_MIN,
    })
  } finally {
    await ahead.catch(() => undefined)
    await source.return?.()
  }
}
