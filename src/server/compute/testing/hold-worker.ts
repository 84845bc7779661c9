import { defineThreadWork } from '../thread-work.ts'

/** Stands still until another thread lets go of it, then answers how that ended. */
export const work = defineThreadWork(async (latch: SharedArrayBuffer) =>
  Atomics.wait(new Int32Array(latch), 0, 0, 20_000),
)
