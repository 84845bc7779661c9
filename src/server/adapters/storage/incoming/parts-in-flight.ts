import { AppError } from '#domain/errors.ts'
import type { Extent } from '#domain/uploads.ts'

/** A part that is being received. */
type PartInFlight = {
  /** Waits until an earlier request for the same part has ended. Rejects when this one was aborted meanwhile. */
  ready(): Promise<void>
  /** The body. An abort reaches its reader immediately, even while the client sends nothing. @throws PartInterrupted */
  read(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>
  /** Call it once everything is cleaned up. */
  end(): void
}

/** The parts that are being received: each once at a time; those of an upload are aborted when it is discarded. */
export type PartsInFlight = {
  /**
   * Aborts an earlier request for the same part: a client that lost its connection retries while the server still considers
   * the old one alive, and sending a part twice in parallel must not be faster.
   */
  begin(part: { uploadId: string; partNumber: number }): PartInFlight
  abort(uploadId: string, reason: Error): void
}

/** The client disconnected, or was aborted, before the part was whole. */
export class PartInterrupted extends Error {
  /** The bytes of the part that are on disk. */
  extent: Extent | undefined

  constructor(cause: unknown) {
    super('A part was interrupted', { cause })
    this.name = 'PartInterrupted'
  }
}

type Reception = { abort: AbortController; ended: PromiseWithResolvers<void> }

const SENT_AGAIN = 'A newer connection is sending this part, so this one was ended.'

export function trackPartsInFlight(): PartsInFlight {
  const receptions = new Map<string, Map<number, Reception>>()
  return {
    begin({ uploadId, partNumber }) {
      const parts = receptions.get(uploadId) ?? new Map<number, Reception>()
      const earlier = parts.get(partNumber)
      earlier?.abort.abort(new AppError('conflict', SENT_AGAIN))
      const current: Reception = { abort: new AbortController(), ended: Promise.withResolvers() }
      const { signal } = current.abort
      receptions.set(uploadId, parts.set(partNumber, current))
      return {
        async ready() {
          await earlier?.ended.promise
          signal.throwIfAborted()
        },
        read: (body) => untilAborted(body, signal),
        end() {
          current.ended.resolve()
          if (parts.get(partNumber) === current) parts.delete(partNumber)
          if (parts.size === 0 && receptions.get(uploadId) === parts) receptions.delete(uploadId)
        },
      }
    },
    abort(uploadId, reason) {
      for (const { abort } of receptions.get(uploadId)?.values() ?? []) abort.abort(reason)
    },
  }
}

async function* untilAborted(body: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]()
  try {
    for (
      let piece = await nextUnlessAborted(pieces, signal);
      !piece.done;
      piece = await nextUnlessAborted(pieces, signal)
    )
      yield piece.value
  } finally {
    // Not awaited: it resolves after the pending chunk, which an aborted client may never send.
    void pieces.return?.().catch(() => undefined)
  }
}

function nextUnlessAborted(
  pieces: AsyncIterator<Uint8Array>,
  signal: AbortSignal,
): Promise<IteratorResult<Uint8Array>> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(new PartInterrupted(cause))
    const abort = () => fail(signal.reason)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    pieces
      .next()
      .then(resolve, fail)
      .finally(() => signal.removeEventListener('abort', abort))
  })
}
