import type { Connection } from '../retry-loop.ts'

/** A line that a test takes down and up, so that an upload goes on the moment its server is there again. */
export function fakeConnectivity(): Connection & { set: (online: boolean) => void } {
  let online = true
  const listeners = new Set<() => void>()
  return {
    isOnline: () => online,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(next) {
      online = next
      for (const listener of listeners) listener()
    },
  }
}
