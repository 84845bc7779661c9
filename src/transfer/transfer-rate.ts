import { seconds } from '#domain/units.ts'

const WINDOW_MS = seconds(15)
/** Over less time than this the rate is unknown. */
const SHORTEST_MS = seconds(1)

/** The transfer rate over the last seconds, including those without a byte. */
export type TransferRate = {
  /** Takes the bytes sent so far. Returns bytes per second, or undefined while it is unknown. */
  record: (sentBytes: number, nowMs: number) => number | undefined
  /** Discards the measurements, after a pause for example. */
  reset: () => undefined
}

export function createTransferRate(): TransferRate {
  let samples: { bytes: number; at: number }[] = []
  return {
    record(bytes, at) {
      const last = samples.at(-1)
      // The bytes of an interrupted part no longer count.
      if (last && bytes < last.bytes) samples = []
      samples.push({ bytes, at })
      while (samples[1] && at - samples[1].at >= WINDOW_MS) samples.shift()
      const first = samples[0]
      if (!first || at - first.at < SHORTEST_MS) return undefined
      return ((bytes - first.bytes) * 1000) / (at - first.at)
    },
    reset() {
      samples = []
      return undefined
    },
  }
}
