import { seconds } from '#domain/units.ts'

const WINDOW_MS = seconds(15)
/** From fewer seconds than this nothing can be told. */
const SHORTEST_MS = seconds(1)

/** How fast an upload has been over the last seconds, those without a byte included. */
export type Pace = {
  /** Takes the bytes that have gone out by now, and answers bytes per second, or undefined while it is too early to tell. */
  note: (sentBytes: number, nowMs: number) => number | undefined
  /** After a rest nothing of the time before counts. */
  forget: () => undefined
}

export function createTransferRate(): Pace {
  let samples: { bytes: number; at: number }[] = []
  return {
    note(bytes, at) {
      const last = samples.at(-1)
      // Bytes of a part that was lost are taken back.
      if (last && bytes < last.bytes) samples = []
      samples.push({ bytes, at })
      while (samples[1] && at - samples[1].at >= WINDOW_MS) samples.shift()
      const first = samples[0]
      if (!first || at - first.at < SHORTEST_MS) return undefined
      return ((bytes - first.bytes) * 1000) / (at - first.at)
    },
    forget() {
      samples = []
      return undefined
    },
  }
}
