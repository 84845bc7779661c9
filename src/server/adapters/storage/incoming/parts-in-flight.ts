import { AppError } from '#domain/errors.ts'

/** A part that is being received. */
type PartInFlight = {
  /** Waits until an earlier request for the same part has ended. Rejects when this one was aborted meanwhile. */
  ready(): Promise<void>
  /** The body. An abort reaches its reader immediately, even while the client sends nothing. @throws PartInterrupted */
  read(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>
  /** Call it once everything is cleaned up. */
  end(): void
}

/** The parts that are being received: each once at a time; those of an upload are aborted when it is completed or discarded. */
export type PartsInFlight = {
  /**
   * Aborts an earlier request for the same part: a client that lost its connection retries while the server still considers
   * the old one alive, and sending a part twice in parallel must not be faster.
   */
  begin(part: { uploadId: string; partNumber: number }): PartInFlight
  abort(uploadId: string, reason: Error): void
  /** The same, and none of its parts is received until `end` is called. One at a time for each upload. */
  close(uploadId: string, reason: Error): Promise<{ end: () => void }>
}

/** The client disconnected, or was aborted, before the part was whole. */
export class PartInterrupted extends Error {
  constructor(cause: unknown) {
    super('A part was interrupted', { cause })
    this.name = 'PartInterrupted'
  }
}

type Reception = { abort: AbortController; ended: PromiseWithResolvers<void> }

const SENT_AGAIN = 'A newer connection is sending this part, so this one was ended.'

export function trackPartsInFlight(): PartsInFlight {
  const receptions = new Map<string, Map<number, Reception>>()
  const closed = new Map<string, Promise<void>>()
  const abort = (uploadId: string, reason: Error) => {
    const all = [...(receptions.get(uploadId)?.values() ?? [])]
    for (const reception of all) reception.abort.abort(reason)
    return all
  }
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
          while (closed.has(uploadId)) {
            await closed.get(uploadId)
            signal.throwIfAborted()
          }
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
      abort(uploadId, reason)
    },
    async close(uploadId, reason) {
      while (closed.has(uploadId)) await closed.get(uploadId)
      const { promise, resolve } = Promise.withResolvers<void>()
      closed.set(uploadId, promise)
      await Promise.all(abort(uploadId, reason).map(({ ended }) => ended.promise))
      return {
        end() {
          closed.delete(uploadId)
          resolve()
        },
      }
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
