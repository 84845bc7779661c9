import { AppError } from '#domain/errors.ts'
import type { Extent } from '#domain/uploads.ts'

/** A part that is coming in. */
type PartInFlight = {
  /** Waits until the same part by an earlier connection is cleared away. Rejects when this one has been cut meanwhile. */
  ready(): Promise<void>
  /** The body as it comes. When it is cut, its reader is told at once, even while the sender is silent. @throws BrokenOff */
  read(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>
  /** To be called once nothing of it is left behind. */
  end(): void
}

/** The parts that are coming in: each of an upload once, and all of it can be cut when it is given up. */
export type PartsInFlight = {
  /**
   * Cuts the same part when it is coming in already: who has lost a connection comes again while that one is still
   * considered alive, and sending twice must gain nothing.
   */
  begin(part: { uploadId: string; partNumber: number }): PartInFlight
  cut(uploadId: string, reason: Error): void
}

/** The sender went away, or was cut, before the part was whole. */
export class BrokenOff extends Error {
  /** What of the part is on disk. */
  extent: Extent | undefined

  constructor(cause: unknown) {
    super('A part broke off', { cause })
    this.name = 'BrokenOff'
  }
}

type Coming = { cut: AbortController; gone: PromiseWithResolvers<void> }

const SENT_AGAIN = 'A newer connection is sending this part, so this one was ended.'

export function trackPartsInFlight(): PartsInFlight {
  const arriving = new Map<string, Map<number, Coming>>()
  return {
    begin({ uploadId, partNumber }) {
      const parts = arriving.get(uploadId) ?? new Map<number, Coming>()
      const earlier = parts.get(partNumber)
      earlier?.cut.abort(new AppError('conflict', SENT_AGAIN))
      const mine: Coming = { cut: new AbortController(), gone: Promise.withResolvers() }
      const { signal } = mine.cut
      arriving.set(uploadId, parts.set(partNumber, mine))
      return {
        async ready() {
          await earlier?.gone.promise
          signal.throwIfAborted()
        },
        read: (body) => untilCut(body, signal),
        end() {
          mine.gone.resolve()
          if (parts.get(partNumber) === mine) parts.delete(partNumber)
          if (parts.size === 0 && arriving.get(uploadId) === parts) arriving.delete(uploadId)
        },
      }
    },
    cut(uploadId, reason) {
      for (const { cut } of arriving.get(uploadId)?.values() ?? []) cut.abort(reason)
    },
  }
}

async function* untilCut(body: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]()
  try {
    for (let piece = await nextUnlessCut(pieces, signal); !piece.done; piece = await nextUnlessCut(pieces, signal))
      yield piece.value
  } finally {
    // Not waited for: it comes after the piece that is asked for, and a cut sender may never send that.
    void pieces.return?.().catch(() => undefined)
  }
}

function nextUnlessCut(pieces: AsyncIterator<Uint8Array>, signal: AbortSignal): Promise<IteratorResult<Uint8Array>> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(new BrokenOff(cause))
    const cut = () => fail(signal.reason)
    if (signal.aborted) return cut()
    signal.addEventListener('abort', cut, { once: true })
    pieces
      .next()
      .then(resolve, fail)
      .finally(() => signal.removeEventListener('abort', cut))
  })
}
