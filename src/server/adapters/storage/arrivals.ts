/** A part that is coming in. */
type Arrival = {
  /** The body as it comes; when it is cut, its reader is told why at once, even while the sender is silent. */
  read(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>
  end(): void
}

/** The parts that are coming in, so that all of an upload can be cut when it is given up. */
export type Arrivals = {
  begin(uploadId: string): Arrival
  cut(uploadId: string, reason: Error): void
}

export function openArrivals(): Arrivals {
  const arriving = new Map<string, Set<AbortController>>()
  return {
    begin(uploadId) {
      const mine = new AbortController()
      const all = arriving.get(uploadId) ?? new Set()
      arriving.set(uploadId, all.add(mine))
      return {
        read: (body) => untilCut(body, mine.signal),
        end() {
          all.delete(mine)
          if (all.size === 0) arriving.delete(uploadId)
        },
      }
    },
    cut(uploadId, reason) {
      for (const one of arriving.get(uploadId) ?? []) one.abort(reason)
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
    signal.throwIfAborted()
    const cut = () => reject(signal.reason as Error)
    signal.addEventListener('abort', cut, { once: true })
    pieces
      .next()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', cut))
  })
}
