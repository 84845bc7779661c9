import type { Connectivity } from '../retry-loop.ts'

/** Connectivity that a test can switch off and on. */
export function fakeConnectivity(): Connectivity & { set: (online: boolean) => void } {
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
