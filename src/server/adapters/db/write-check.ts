import { seconds } from '#domain/units.ts'

const WRITE_INTERVAL_MS = seconds(1)

type Probes = { read: () => Promise<unknown>; write: () => Promise<unknown> }

/** Checks with a write and, within a second of a successful one, by reading only, because anyone may call it, at any rate. */
export function createWriteCheck({ read, write }: Probes): () => Promise<void> {
  let wroteAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (performance.now() - wroteAt < WRITE_INTERVAL_MS) {
      await read()
    } else {
      wroteAt = Number.NEGATIVE_INFINITY
      await write()
      wroteAt = performance.now()
    }
  }
}
