export type Slots = ReturnType<typeof createSlots>

/** Lets some have a place at a time; others wait in the order of their calls. */
export function createSlots(atOnce: number) {
  let taken = 0
  const waiting: (() => void)[] = []
  const release = () => {
    const next = waiting.shift()
    // The place passes on.
    if (next) next()
    else taken -= 1
  }
  return {
    taken: () => taken,
    waiting: () => waiting.length,
    /** @returns what gives the place back. @throws the reason of the signal */
    take: async (signal?: AbortSignal): Promise<() => void> => {
      signal?.throwIfAborted()
      if (taken < atOnce) taken += 1
      else
        await new Promise<void>((resolve, reject) => {
          const leave = () => {
            waiting.splice(waiting.indexOf(enter), 1)
            reject(signal?.reason)
          }
          const enter = () => {
            signal?.removeEventListener('abort', leave)
            resolve()
          }
          waiting.push(enter)
          signal?.addEventListener('abort', leave, { once: true })
        })
      return release
    },
  }
}
